"""The links of a relation: the ends of each row, and the keys that nobody has."""

from __future__ import annotations

from collections.abc import Mapping as MappingOf
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from motifcnn.graph.encode.missing import is_missing
from motifcnn.graph.tables.mapping import Mapping, RelationMapping
from motifcnn.graph.tables.nodes import Nodes
from motifcnn.graph.tables.problems import TableProblem
from motifcnn.graph.tables.profile import KeyColumn, Profiles
from motifcnn.graph.tables.raw import RawTable
from motifcnn.readable import plural

EXAMPLES = 3


@dataclass(frozen=True, eq=False)
class End:
    """One end of a relation.

    Parameters
    ----------
    table : str
    column : str or None
        None for the rows of a node table without a key.
    node_type : str
    """

    table: str
    column: str | None
    node_type: str


def ends_of(mapping: Mapping, present: MappingOf[str, RawTable]) -> list[End]:
    """Every end of every relation of the tables that are there, each once."""
    ends: dict[tuple[str, str | None, str], End] = {}
    for relation in mapping.relations:
        if relation.table in present:
            for end in both_ends(relation):
                ends.setdefault((end.table, end.column, end.node_type), end)
    return list(ends.values())


def both_ends(relation: RelationMapping) -> tuple[End, End]:
    """Source and target of a relation."""
    return (
        End(relation.table, relation.source, relation.source_type),
        End(relation.table, relation.target, relation.target_type),
    )


def unknown_keys(column: KeyColumn, known: frozenset[str]) -> list[str]:
    """Values of a column that are no keys, in the order of the rows."""
    return [value for value in column.values if value not in known and not is_missing(value)]


def unknown_problem(
    table: RawTable, column: KeyColumn, unknown: list[str], node_type: str, of: str
) -> TableProblem:
    """The keys of a column that the table of its type does not have, counted and with examples."""
    wanted = set(unknown)
    codes = [at for at, value in enumerate(column.values) if value in wanted]
    rows = np.flatnonzero(np.isin(column.codes, codes))
    shown = []
    for code in codes[:EXAMPLES]:
        row = int(np.flatnonzero(column.codes == code)[0])
        shown.append(f"{column.values[code]!r} ({table.unit} {table.line(row)})")
    more = ", ..." if len(codes) > EXAMPLES else ""
    message = (
        f"{plural(len(rows), 'row')} with {plural(len(codes), 'key')} that {of} does not have "
        f"(type {node_type}): {', '.join(shown)}{more}"
    )
    remedy = (
        f'add the rows to {of}, or choose unknown = "drop" (leave out the links) or "add" '
        "(nodes without inputs)"
    )
    return table.problem(
        message, remedy, row=int(rows[0]), column=column.name, value=column.values[codes[0]]
    )


def rows_without_link(
    table: RawTable,
    relation: str,
    ends: Sequence[KeyColumn],
    kept: npt.NDArray[np.bool_],
    links: int,
) -> str:
    """Which rows make no link of their own, in a sentence; "" where all do.

    Parameters
    ----------
    table : RawTable
    relation : str
    ends : sequence of KeyColumn
        The columns of the ends.
    kept : (n,) bool
        Rows whose ends are nodes.
    links : int
        Distinct pairs of nodes among these rows.
    """
    reasons = []
    for column in ends:
        present = np.append(column.present, False)[column.codes]
        if empty := int((~present & ~kept).sum()):
            reasons.append(f"{plural(empty, 'row')} without a value of {column.name!r}")
    if repeated := int(kept.sum()) - links:
        reasons.append(f"{plural(repeated, 'row')} with the same ends as another")
    if not reasons:
        return ""
    return f"{table.file}: no link {relation!r} from {', '.join(reasons)}"


def end_rows(end: End, nodes: Nodes, profiles: Profiles, length: int) -> npt.NDArray[np.int64]:
    """The node of each row at one end, -1 for none."""
    if end.column is None:
        return np.arange(length)
    return nodes.rows(profiles[end.table][end.column])
