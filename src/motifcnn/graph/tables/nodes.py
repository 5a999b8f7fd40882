"""The nodes of each type: ids in increasing order, and the row of each key."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from motifcnn.graph.ids import as_integers
from motifcnn.graph.tables.problems import TableProblem
from motifcnn.graph.tables.profile import KeyColumn
from motifcnn.graph.tables.raw import RawTable

LISTED = 3  # rows that a message lists per kind of problem


@dataclass(frozen=True, eq=False)
class Nodes:
    """Nodes of one type.

    Parameters
    ----------
    node_type : str
    ids : (n,) int64 or texts, increasing
    """

    node_type: str
    ids: npt.NDArray[Any]

    @cached_property
    def row_of(self) -> dict[str, int]:
        """The row of each id, as a text."""
        return {str(value): row for row, value in enumerate(self.ids.tolist())}

    def rows(self, column: KeyColumn) -> npt.NDArray[np.int64]:
        """The node of each row of a column, -1 where the cell is empty or names no node."""
        of_value = [self.row_of.get(value, -1) for value in column.values]
        return np.array([*of_value, -1], np.int64)[column.codes]


def nodes_of(node_type: str, keys: Iterable[str]) -> Nodes:
    """Nodes by their keys; ids are integers where all keys read as such.

    Examples
    --------
    >>> nodes_of("user", ["10", "9"]).ids.tolist(), nodes_of("user", ["10", "b"]).ids.tolist()
    ([9, 10], ['10', 'b'])
    """
    texts = sorted(set(keys))
    values = np.array(texts, str) if texts else np.empty(0, np.int64)
    numbers, whole = as_integers(values)
    return Nodes(node_type, np.sort(numbers) if whole.all() else values)


def key_problems(table: RawTable, column: KeyColumn) -> list[TableProblem]:
    """Rows without a key, and rows whose key is used before."""
    problems = []
    empty = np.flatnonzero(column.codes < 0)
    for row in empty[:LISTED].tolist():
        message = f"the key is empty{_of(len(empty))}"
        remedy = "give the row a key, or delete it"
        problems.append(table.problem(message, remedy, row=row, column=column.name, value=""))
    first: dict[int, int] = {}
    repeats = []
    if len(column.values) < len(column) - len(empty):
        for row, code in enumerate(column.codes.tolist()):
            if code >= 0 and first.setdefault(code, row) != row:
                repeats.append(row)
    for row in repeats[:LISTED]:
        value = column.values[column.codes[row]]
        before = table.line(first[int(column.codes[row])])
        message = f"key {value!r} is used before, at {table.unit} {before}{_of(len(repeats))}"
        remedy = "keep one row per key, or name another key in the mapping"
        problems.append(table.problem(message, remedy, row=row, column=column.name, value=value))
    return problems


def _of(count: int) -> str:
    return f" ({count:,} rows in all)" if count > 1 else ""
