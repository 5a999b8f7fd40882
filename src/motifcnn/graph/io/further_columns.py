"""Columns of a table that the reader does not use itself: they stay with the nodes or links."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
import numpy.typing as npt

from motifcnn.graph.columns import Column
from motifcnn.graph.io.cells import column_of, column_of_texts, is_empty
from motifcnn.graph.io.columns import Columns

KEPT_KINDS = (
    "a graph keeps booleans, numbers, times, texts and lists of texts; convert the column first"
)


def further_columns(
    table: Columns, rows: npt.NDArray[np.int64], used: Collection[str]
) -> tuple[dict[str, Column], list[str]]:
    """The columns of some rows, and the names of those that a graph cannot keep.

    A column without a value in these rows is none of theirs where other rows share the table.

    Parameters
    ----------
    table : Columns
    rows : (n,) int64
    used : collection of str
        Names of columns that are not wanted.

    Examples
    --------
    >>> from motifcnn.graph.io.columns import load_columns
    >>> table = load_columns({"id": [1, 2], "year": [None, 1984]}, "nodes")
    >>> further_columns(table, np.array([1]), {"id"})
    ({'year': array([1984])}, [])
    >>> further_columns(table, np.array([0]), {"id"})
    ({}, [])
    """
    kept: dict[str, Column] = {}
    lost = []
    for name in table.names:
        if name in used:
            continue
        values = table[name][rows]
        column = column_of_texts(values.tolist()) if table.file is not None else column_of(values)
        if column is None:
            lost.append(name)
        elif len(rows) == len(table) or not is_empty(column):
            kept[name] = column
    return kept, lost
