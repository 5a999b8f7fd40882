"""The key of a table: the column that names its rows, if it has one."""

from __future__ import annotations

from collections.abc import Mapping

from motifcnn.graph.tables.decisions import Decisions
from motifcnn.graph.tables.names import link_ends, named_after, words
from motifcnn.graph.tables.profile import KeyColumn, Profiles

NONE = "(none)"
CONTAINED = 0.9  # share of a column's values that must be keys
NEARLY = 0.5  # share that is enough where the name says the same
STRONG, WEAK = 5, 2
_ROW_NAMES = frozenset({"index", "rownames", "row", "rowid", "row_names", "column_1", "unnamed: 0"})


def find_keys(profiles: Profiles, decisions: Decisions) -> dict[str, str]:
    """The key column of every table that has one.

    A key is unique. Among several unique columns the one that other tables refer to is preferred,
    then names such as `id` and `movie_id` in `movies`, then the first column.
    """
    keys = {}
    for table, columns in profiles.items():
        scores = {
            name: _score(table, at, column) for at, (name, column) in enumerate(columns.items())
        }
        ends = link_ends(columns) or ()
        scores = {name: score for name, score in scores.items() if score > 0 and name not in ends}
        for name in scores:
            scores[name] += 4 * _referred_to(columns[name], profiles)
        best = max(scores, key=lambda name: scores[name], default=NONE)
        if best != NONE and scores[best] < WEAK:
            best = NONE
        others = [*columns, NONE]
        if best == NONE:
            reason = "no column has a value of its own in every row"
            chosen = decisions.decide(f"{table}.key", NONE, reason, True, others)
        else:
            chosen = decisions.decide(
                f"{table}.key",
                best,
                _reason(table, columns[best], profiles),
                scores[best] > WEAK,
                others,
            )
        if chosen in columns:
            keys[table] = chosen
    return _without_extensions(profiles, keys, decisions)


def _score(table: str, position: int, column: KeyColumn) -> int:
    """How much a column looks like the key; 0 where it cannot be one."""
    if column.fraction or column.long:
        return 0
    name = name_score(table, column.name)
    unique = column.unique
    if not unique and len(column):
        distinct = len(column.values) / len(column)
        if name < STRONG or distinct < NEARLY:
            return 0
        return name - 2
    numbered = column.counts_rows and column.name.lower() in _ROW_NAMES
    if numbered or (column.integer and name == 0 and position):
        return 0
    return name + (position == 0) + (not column.integer)


def name_score(table: str, column: str) -> int:
    """How much a column is named as the key of its table.

    Examples
    --------
    >>> name_score("movies", "movieId"), name_score("movies", "title"), name_score("movies", "year")
    (5, 2, 0)
    """
    last = words(column)[-1:]
    if words(column) in (["id"], ["uuid"], ["key"], ["guid"]):
        return STRONG
    if last and last[0] in ("id", "key", "uuid", "code", "no", "nr") and named_after(column, table):
        return STRONG
    if last and last[0] in ("id", "key", "uuid", "code"):
        return 3
    if named_after(column, table) or (last and last[0] in ("name", "title", "num", "number")):
        return 2
    return 0


def _referred_to(column: KeyColumn, profiles: Profiles) -> bool:
    """Whether a column of another table holds these keys and is named after them."""
    for table, columns in profiles.items():
        for name, other in columns.items():
            if table == column.table or other.unique or other.fraction or not other.filled:
                continue
            if other.integer != column.integer:
                continue
            named = named_after(name, column.table, column.name)
            told = named or (not other.integer and other.distinct >= 3)
            if told and other.share_in(column) >= (NEARLY if named else CONTAINED):
                return True
    return False


def _reason(table: str, column: KeyColumn, profiles: Profiles) -> str:
    if not column.unique and len(column):
        return "its name says so, but values repeat or are missing"
    if _referred_to(column, profiles):
        return "every row has a value of its own, and other tables refer to it"
    if name_score(table, column.name) >= 3:
        return "every row has a value of its own, and its name says that it is a key"
    return "every row has a value of its own"


def _without_extensions(
    profiles: Profiles, keys: Mapping[str, str], decisions: Decisions
) -> dict[str, str]:
    """The keys without those that are keys of another table: their tables say more about it."""
    kept = dict(keys)
    for table, key in keys.items():
        column = profiles[table][key]
        if f"{table}.key" in decisions.answers or named_after(key, table):
            continue
        for other, other_key in keys.items():
            whole = profiles[other][other_key]
            if (
                other == table
                or other not in kept
                or not named_after(key, other, other_key)
                or column.share_in(whole) < NEARLY
            ):
                continue
            reason = f"{key} holds keys of {other}, so the rows say more about these"
            decisions.decide(f"{table}.key", NONE, reason, True, [key, NONE])
            del kept[table]
            break
    return kept
