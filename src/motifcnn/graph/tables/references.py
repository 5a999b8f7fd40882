"""Columns that hold the keys of a table: what they refer to, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from motifcnn.graph.tables.decisions import Decisions
from motifcnn.graph.tables.keys import CONTAINED, NONE
from motifcnn.graph.tables.names import (
    TIMES,
    is_id,
    link_ends,
    named_after,
    stem,
    type_of_column,
    words,
)
from motifcnn.graph.tables.profile import KeyColumn, Profiles
from motifcnn.readable import percent

FEW = 3  # distinct values, below which a column is too plain to be told by its values
HALF = 0.5  # share of known keys below which a name alone is doubtful
SHARED = 0.8  # distinct share of a column above which its values are a second key of the rows
FEW_ROWS = 10  # below which the shares of values say nothing
_OWN = frozenset(
    {"parent", "manager", "boss", "supervisor", "reply", "reports", "successor", "predecessor"}
)


@dataclass(frozen=True)
class Reference:
    """A column whose values are nodes of a type.

    Parameters
    ----------
    column : str or None
        None for the rows themselves.
    node_type : str
    table : str, optional
        The table of these nodes; None for a type that only links have.
    """

    column: str | None
    node_type: str
    table: str | None = None


def find_references(
    profiles: Profiles, keys: Mapping[str, str], types: Mapping[str, str], decisions: Decisions
) -> dict[str, list[Reference]]:
    """The references of every table, in the order of its columns.

    Parameters
    ----------
    profiles : mapping of table to mapping of column to KeyColumn
    keys : mapping of table to its key column
    types : mapping of table to node type, of the tables that have a key
    decisions : Decisions
    """
    found: dict[str, list[Reference]] = {table: [] for table in profiles}
    for table, columns in profiles.items():
        for name, column in columns.items():
            if name == keys.get(table):
                continue
            about = f"{table}.{name}"
            other, reason, sure = _target(column, profiles, keys)
            if other is None and about not in decisions.answers:
                continue
            choice = types[other] if other else NONE
            others = [*dict.fromkeys(types.values()), NONE]
            chosen = decisions.decide(about, choice, reason, sure, others)
            if chosen != NONE:
                of = next((t for t, node_type in types.items() if node_type == chosen), None)
                found[table].append(Reference(name, chosen, of))
    return found


def find_own_types(
    profiles: Profiles,
    keys: Mapping[str, str],
    types: Mapping[str, str],
    found: Mapping[str, list[Reference]],
    decisions: Decisions,
) -> dict[str, list[Reference]]:
    """References to types that have no table: columns such as `user_id` whose values repeat."""
    result = {}
    for table, columns in profiles.items():
        taken = {str(reference.column): reference for reference in found[table]}
        if keys.get(table) is None and not taken:
            taken |= _pair(table, columns, decisions)
        for name, column in columns.items():
            if name in taken or name == keys.get(table) or f"{table}.{name}" in decisions.made:
                continue
            if not _repeats(column) or not is_id(name):
                continue
            node_type = type_of_column(name)
            reason = f"ids by its name, {column.distinct:,} values repeat, and no table has them"
            others = [*dict.fromkeys(types.values()), NONE]
            chosen = decisions.decide(f"{table}.{name}", node_type, reason, True, others)
            if chosen != NONE:
                taken[name] = Reference(name, chosen)
        result[table] = [taken[name] for name in columns if name in taken]
    return result


def _repeats(column: KeyColumn) -> bool:
    """Whether rows share values, so that they are no second key of the rows."""
    shared = 1 < column.distinct < column.filled * SHARED or len(column) < FEW_ROWS
    return shared and not column.fraction and not column.long


def _is_key_again(column: KeyColumn, key: KeyColumn) -> bool:
    """Whether a column of a table repeats its key in most rows."""
    values, keys = np.array([*column.values, ""]), np.array([*key.values, ""])
    return bool((values[column.codes] == keys[key.codes]).mean() > HALF) if len(column) else False


def _pair(
    table: str, columns: Mapping[str, KeyColumn], decisions: Decisions
) -> dict[str, Reference]:
    """Columns such as `source` and `target`: both are nodes of one type without a table."""
    ends = link_ends(columns)
    if ends is None:
        return {}
    reason = f"{' and '.join(ends)} are the ends of links, and no table has their keys"
    return {
        name: Reference(name, decisions.decide(f"{table}.{name}", "node", reason)) for name in ends
    }


def _target(
    column: KeyColumn, profiles: Profiles, keys: Mapping[str, str]
) -> tuple[str | None, str, bool]:
    """The table whose keys a column holds, the reason, and whether that is sure."""
    nothing = (None, "", True)
    last = stem(column.name)[-1:]
    if column.fraction or column.long or (last and last[0] in TIMES):
        return nothing
    candidates: list[tuple[tuple[float, ...], str, float, bool]] = []
    for table, key in keys.items():
        of = profiles[table][key]
        named = named_after(column.name, table, key)
        if table == column.table and _is_key_again(column, of):
            continue
        own = table == column.table and (is_id(column.name) or bool(set(words(column.name)) & _OWN))
        share = column.share_in(of)
        exact = named and (is_id(column.name) or column.name.lower() == key.lower())
        by_value = share >= CONTAINED and not column.integer and column.distinct >= FEW
        if exact or ((named or own) and share >= HALF) or (by_value and table != column.table):
            if not column.filled and not exact:
                continue
            candidates.append((_rank(named, share, own, of), table, share, named))
        elif by_value and share == 1.0 and len(of) > FEW:
            candidates.append((_rank(False, share, False, of), table, share, named))
    if not candidates:
        return nothing
    rank, table, share, named = max(candidates, key=lambda candidate: candidate[0])
    rivals = [c[1] for c in candidates if c[0][:3] == rank[:3] and c[1] != table]
    reason = f"{percent(share, 0)} % of its values are keys of {table}"
    if not column.filled:
        reason = f"no value, but named after {table}"
    if rivals:
        reason += f", as they are of {', '.join(rivals)}"
    sure = (named or not rivals) and (share >= HALF or not column.filled)
    return table, reason, sure


def _rank(named: bool, share: float, own: bool, of: KeyColumn) -> tuple[float, ...]:
    """Names before values, then the smallest table that has the keys."""
    return float(named), float(share >= CONTAINED), float(own), share, -float(len(of))
