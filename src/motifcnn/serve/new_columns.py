"""Columns of new nodes, in the kinds that the known nodes have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from motifcnn.errors import GraphError
from motifcnn.graph.columns import Column
from motifcnn.graph.schema import suggestion
from motifcnn.readable import shown
from motifcnn.serve.requests import NewNode


def columns_of(
    node_type: str,
    known: npt.NDArray[np.int64],
    given: Mapping[int, NewNode],
    table: Mapping[str, Column],
) -> dict[str, Column]:
    """The known columns for the nodes of a request, each (n,); a value not given is a gap.

    Parameters
    ----------
    node_type : str
    known : (n,) int64
        Row in the table, -1 for a new node.
    given : mapping of row to NewNode
    table : mapping of name to column
        Of the known nodes.

    Raises
    ------
    GraphError
        If a column is unknown or a value is of another kind.

    Examples
    --------
    >>> node = NewNode(id=7, columns={"year": 1994})
    >>> columns_of("movie", np.array([1, -1]), {1: node}, {"year": np.array([2001, 2002])})
    {'year': array([2002, 1994])}
    """
    for node in given.values():
        for name in node.columns:
            if name not in table:
                raise GraphError(
                    f"new {node_type} {shown(node.id)}: {shown(name)} is not a column of type "
                    f"{node_type}{suggestion(name, table)}"
                )
    return {name: _column(node_type, name, known, given, values) for name, values in table.items()}


def _column(
    node_type: str,
    name: str,
    known: npt.NDArray[np.int64],
    given: Mapping[int, NewNode],
    values: Column,
) -> Column:
    kind = values.dtype.kind
    cells = [None if row < 0 else values[row] for row in known.tolist()]
    for row, node in given.items():
        where = f"new {node_type} {shown(node.id)}, column {shown(name)}"
        cells[row] = _cell(node.columns.get(name), kind, where)
    if kind == "O":
        return _objects(cells)
    if kind == "M":
        gap = np.datetime64("NaT", "us")
        return np.array([gap if cell is None else cell for cell in cells], "datetime64[us]")
    if None not in cells:
        return np.array(cells)
    if kind == "b":  # booleans with gaps are texts
        return _objects([None if cell is None else str(bool(cell)).lower() for cell in cells])
    return np.array([np.nan if cell is None else float(cell) for cell in cells])


def _cell(value: Any, kind: str, where: str) -> Any:
    """A value of a request as the column holds it."""
    if value is None:
        return None
    if kind == "O":
        if isinstance(value, bool):
            return str(value).lower()
        if isinstance(value, list):
            return tuple(value)
        return _require(value, isinstance(value, str), "a text or a list of texts", where)
    if kind == "M":
        _require(value, isinstance(value, str), 'a time such as "2024-05-17T08:30"', where)
        try:
            return np.datetime64(value, "us")
        except ValueError:
            return _require(value, False, 'a time such as "2024-05-17T08:30"', where)
    if kind == "b":
        return _require(value, isinstance(value, bool), "true or false", where)
    return _require(
        value, isinstance(value, int | float) and not isinstance(value, bool), "a number", where
    )


def _require(value: Any, fits: bool, expected: str, where: str) -> Any:
    if not fits:
        raise GraphError(f"{where}: {shown(value)}, expected {expected}")
    return value


def _objects(cells: list[Any]) -> Column:
    column = np.empty(len(cells), dtype=object)
    for row, cell in enumerate(cells):  # one by one: numpy would make a matrix of tuples
        column[row] = cell
    return column
