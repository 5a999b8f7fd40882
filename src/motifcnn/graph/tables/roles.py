"""What the rows of each table are: nodes of a type, or links between nodes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from motifcnn.graph.tables.decisions import Decisions
from motifcnn.graph.tables.keys import NONE, find_keys
from motifcnn.graph.tables.names import TIMES, stem, type_of_column, type_of_table
from motifcnn.graph.tables.profile import KeyColumn, Profiles
from motifcnn.graph.tables.references import Reference, find_own_types, find_references

NODES, LINKS = "nodes", "links"
MOST_TYPES = 8  # columns of one table that become types where nothing else links its rows
MANY = 20  # distinct names above which a column is no mere category of its rows


@dataclass(frozen=True)
class TableRole:
    """What a table is.

    Parameters
    ----------
    node_type : str or None
        Of its rows; None where they are links.
    key : str or None
        Rows of a node table without one are numbered.
    references : tuple of Reference
        In the order of the columns.
    """

    node_type: str | None
    key: str | None
    references: tuple[Reference, ...]


def find_roles(
    profiles: Profiles, decisions: Decisions, kept: Mapping[str, frozenset[str]]
) -> dict[str, TableRole]:
    """The role of every table.

    Parameters
    ----------
    profiles : mapping of table to mapping of column to KeyColumn
    decisions : Decisions
    kept : mapping of table to columns
        Those that are labels or splits, so neither keys nor references.
    """
    profiles = {
        table: {name: c for name, c in columns.items() if name not in kept.get(table, ())}
        for table, columns in profiles.items()
    }
    keys = find_keys(profiles, decisions)
    types = {table: _type(table, decisions) for table in keys}
    found = find_references(profiles, keys, types, decisions)
    # The key column of a table that lost its key to another one refers to it.
    found = find_own_types(profiles, keys, types, found, decisions)
    roles = {}
    for table, columns in profiles.items():
        if table in keys:
            roles[table] = TableRole(types[table], keys[table], tuple(found[table]))
            continue
        ends = _ends(table, columns, found[table], decisions)
        if len(ends) == 1 and not kept.get(table):
            ends = _with_shared_names(table, columns, ends[0], decisions)
        what = LINKS if len(ends) > 1 else NODES
        reason = (
            f"no key, and {len(ends)} columns hold nodes: {', '.join(str(r.column) for r in ends)}"
            if what == LINKS
            else "no key and fewer than two columns that hold nodes, so its rows are numbered"
        )
        if kept.get(table) and what == LINKS:
            what, reason = NODES, "the label is a column of it, so its rows are nodes"
        if decisions.decide(table, what, reason, True, [NODES, LINKS]) == LINKS:
            roles[table] = TableRole(None, None, tuple(ends))
        else:
            roles[table] = TableRole(_type(table, decisions), None, tuple(found[table]))
    for table, role in roles.items():
        if role.node_type is not None and (table in keys):
            decisions.decide(table, NODES, f"its key {role.key} names the rows", True, [NODES])
    return _linked(profiles, roles, decisions, kept)


def _type(table: str, decisions: Decisions) -> str:
    about = f"{table}.type"
    return decisions.answers.get(about, type_of_table(table))


def _ends(
    table: str,
    columns: Mapping[str, KeyColumn],
    found: list[Reference],
    decisions: Decisions,
) -> list[Reference]:
    """The references of a table without a key; in a table of two columns, the other one as well."""
    content = [name for name, column in columns.items() if not column.counts_rows]
    if len(content) != 2 or len(found) >= 2:
        return found
    known = {str(reference.column): reference for reference in found}
    for name in content:
        if name in known:
            continue
        if not _groups(columns[name], least=1.0):
            return found
        about = f"{table}.{name}"
        node_type = type_of_column(name)
        reason = "the other of two columns, and its values repeat"
        chosen = decisions.decide(about, node_type, reason, bool(found))
        known[name] = Reference(name, chosen)
    return [known[name] for name in content]


def _with_shared_names(
    table: str, columns: Mapping[str, KeyColumn], end: Reference, decisions: Decisions
) -> list[Reference]:
    """The only reference and the column whose names rows share most: a movie and an actor."""
    refers = columns[str(end.column)]
    shared = [
        column
        for name, column in columns.items()
        if name != end.column
        and not column.integer
        and not set(stem(name)) & set(TIMES)  # such as "Date Egg"
        and column.distinct > MANY
        and _groups(column, least=1.25)
        and not _follows(column, refers)
    ]
    if not shared:
        return [end]
    column = max(shared, key=lambda column: column.distinct)
    node_type = type_of_column(column.name)
    reason = f"{column.filled:,} rows share {column.distinct:,} names, several per {end.node_type}"
    chosen = decisions.decide(f"{table}.{column.name}", node_type, reason, False, [NONE])
    if chosen == NONE:
        return [end]
    ends = {end.column: end, column.name: Reference(column.name, chosen)}
    return [ends[name] for name in columns if name in ends]


def _follows(column: KeyColumn, of: KeyColumn) -> bool:
    """Whether nearly every value of one column comes with a single value of another."""
    both = (column.codes >= 0) & (of.codes >= 0)
    pairs = np.unique(of.codes[both] * len(column.values) + column.codes[both])
    return bool(len(pairs) < 1.1 * len(np.unique(of.codes[both])))


def _groups(column: KeyColumn, least: float) -> bool:
    """Whether values are names that rows share: texts or codes, not quantities."""
    last = stem(column.name)[-1:]
    return (
        column.distinct > 1
        and column.filled > least * column.distinct
        and not column.fraction
        and not column.long
        and not (last and last[0] in TIMES)
    )


def _linked(
    profiles: Profiles,
    roles: dict[str, TableRole],
    decisions: Decisions,
    kept: Mapping[str, frozenset[str]],
) -> dict[str, TableRole]:
    """Where nothing links the rows to classify, or no table has links: values that rows share."""
    has_links = any(role.references for role in roles.values())
    wanted = [table for table in roles if kept.get(table)] or ([] if has_links else list(roles))
    for table in wanted:
        role = roles[table]
        used = any(
            reference.table == table for each in roles.values() for reference in each.references
        )
        if role.node_type is None or role.references or used:
            continue
        shared = [
            column
            for name, column in profiles[table].items()
            if name != role.key and not column.integer and _groups(column, least=2.0)
        ]
        shared = [column for column in shared if column.distinct > 2][:MOST_TYPES]
        references = []
        for column in shared:
            reason = (
                f"nothing else links the rows; {column.distinct:,} values are shared by "
                f"{column.filled:,} rows"
            )
            node_type = type_of_column(column.name)
            if node_type == role.node_type:
                node_type = f"{node_type} {column.name}"
            about = f"{table}.{column.name}"
            chosen = decisions.decide(about, node_type, reason, False, [NONE])
            if chosen != NONE:
                references.append(Reference(column.name, chosen))
        roles[table] = replace(role, references=tuple(references))
    return roles
