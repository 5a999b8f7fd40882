"""Nodes of one type in a table: their ids, sorted, and where each stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from motifcnn.errors import GraphError
from motifcnn.graph.ids import LEAST, MOST, as_integers, first_repeat, locate_ids, shown
from motifcnn.graph.io.columns import Columns, is_table, load_columns


@dataclass(frozen=True, eq=False)
class NodeTable:
    """Nodes of one type by increasing id.

    Parameters
    ----------
    columns : Columns of the whole table
    ids : (n,) increasing
    rows : (n,) int64
        Row of each node in the whole table.
    order : (n,) int64
        Position of each node among the table's rows of this type.
    """

    columns: Columns
    ids: npt.NDArray[Any]
    rows: npt.NDArray[np.int64]
    order: npt.NDArray[np.int64]

    def column(self, name: str) -> npt.NDArray[Any]:
        """A column in the order of the ids."""
        return self.columns[name][self.rows]

    def place(self, node: int) -> str:
        """Where the i-th node stands, for messages."""
        return self.columns.place(int(self.rows[node]))

    def locate(self, values: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
        """Row of each id among the nodes, -1 where there is none."""
        return locate_ids(self.ids, values)


def node_tables(nodes: Any, *, id: str, type: str) -> dict[str, NodeTable]:
    """The nodes of each type, from one table with a type column or from one table per type."""
    if not is_table(nodes):
        parts = {str(t): load_columns(table, f"nodes of type {t}") for t, table in nodes.items()}
        tables = {t: _of_rows(columns, np.arange(len(columns)), id) for t, columns in parts.items()}
    else:
        columns = load_columns(nodes, "nodes")
        groups: dict[str, list[int]] = {}
        types = columns[type].tolist() if type in columns else ["node"] * len(columns)
        for row, node_type in enumerate(types):
            if not isinstance(node_type, str) or not node_type:
                raise GraphError(
                    f"{columns.place(row)}: node type {node_type!r}; expected a non-empty text"
                )
            groups.setdefault(node_type, []).append(row)
        tables = {t: _of_rows(columns, np.array(rows, np.int64), id) for t, rows in groups.items()}
    if not any(len(table.ids) for table in tables.values()):
        raise GraphError("nodes: the graph is empty, no table has a row")
    return tables


def same_kind(ids: Sequence[npt.NDArray[Any]]) -> npt.NDArray[Any]:
    """All ids in one array: integers, or texts as soon as one type has texts."""
    if all(values.dtype.kind == "i" for values in ids):
        return np.concatenate(ids)
    return np.concatenate([values.astype(str) for values in ids])


def _of_rows(columns: Columns, rows: npt.NDArray[np.int64], id_column: str) -> NodeTable:
    values = columns[id_column][rows]
    for row, value in enumerate(values.tolist() if values.dtype.kind not in "iu" else ()):
        if (
            value is None
            or value != value
            or value == ""
            or not isinstance(value, int | float | str)
        ):
            raise GraphError(
                f"{columns.place(int(rows[row]))}: id {value!r}; expected an integer or a text"
            )
        if isinstance(value, float) and not value.is_integer():
            raise GraphError(
                f"{columns.place(int(rows[row]))}: id {value!r} is not whole; "
                "expected an integer or a text"
            )
    if (far := _first_too_far(values)) is not None:
        raise GraphError(
            f"{columns.place(int(rows[far]))}: id {shown(values, far)} is past 64 bit; "
            f"expected {LEAST} to {MOST}, or a text"
        )
    # The cells of a text file are texts, so its ids are integers where all of them read as such.
    numbers, whole = as_integers(values)
    integers = values.dtype.kind == "O" and all(isinstance(v, int) for v in values.tolist())
    if integers or (whole.all() and (values.dtype.kind in "iuf" or columns.file is not None)):
        ids = numbers
    else:
        ids = np.array([str(v) for v in values.tolist()], str)
    if repeat := first_repeat(ids):
        first, again = (columns.place(int(rows[at])) for at in repeat)
        raise GraphError(
            f"{again}: node id {ids[repeat[1]].item()!r} is used before, at {first}; "
            "ids are unique within a type"
        )
    order = np.argsort(ids, kind="stable")
    return NodeTable(columns, ids[order], rows[order], order)


def _first_too_far(values: npt.NDArray[Any]) -> int | None:
    """Row of the first number that does not fit into a 64-bit integer."""
    if values.dtype.kind == "i":
        return None
    if values.dtype.kind == "u":
        far = np.flatnonzero(values > np.uint64(MOST))
        return int(far[0]) if len(far) else None
    return next(
        (
            row
            for row, v in enumerate(values.tolist())
            if isinstance(v, int | float) and not LEAST <= v <= MOST
        ),
        None,
    )
