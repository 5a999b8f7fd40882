"""Columns as the source has them: of nodes, and of links, where one pair may have several rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import numpy as np
import numpy.typing as npt

from motifcnn.errors import GraphError
from motifcnn.graph.ids import is_unicode
from motifcnn.graph.labels import read_only

Column = npt.NDArray[Any]
"""(n,) numbers, booleans, `datetime64[us]`, or objects: texts, tuples of texts, None for a gap."""


@dataclass(frozen=True, eq=False)
class LinkTable:
    """What is known about the links of one relation, one row per link of the source.

    Parameters
    ----------
    source, target : (m,) int64
        Rows of the nodes that a link joins; a pair may be there several times.
    columns : mapping of name to (m,) array

    Examples
    --------
    >>> LinkTable([0, 0], [2, 2], {"stars": [4.0, 5.0]}).columns["stars"].tolist()
    [4.0, 5.0]
    """

    source: npt.NDArray[np.int64]
    target: npt.NDArray[np.int64]
    columns: Mapping[str, Column] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for end in ("source", "target"):
            rows = read_only(np.asarray(getattr(self, end), dtype=np.int64))
            object.__setattr__(self, end, rows)
        if len(self.source) != len(self.target):
            raise GraphError(f"links: {len(self.source)} sources but {len(self.target)} targets")
        object.__setattr__(
            self, "columns", checked_columns(self.columns, len(self.source), "links")
        )

    def __len__(self) -> int:
        return len(self.source)

    def __reduce__(self) -> tuple[Any, ...]:
        return LinkTable, (self.source, self.target, dict(self.columns))

    def only(self, kept: npt.NDArray[np.bool_]) -> LinkTable:
        """The rows that a mask keeps."""
        columns = {name: values[kept] for name, values in self.columns.items()}
        return LinkTable(self.source[kept], self.target[kept], columns)

    def linked(self, matrix: Any) -> npt.NDArray[np.bool_]:
        """Whether a boolean (n_source, n_target) matrix links the pair of each row: (m,)."""
        if not len(self):  # scipy gives a matrix for no pairs
            return np.empty(0, bool)
        return np.asarray(matrix[self.source, self.target]).ravel()

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, LinkTable)
            and np.array_equal(self.source, other.source)
            and np.array_equal(self.target, other.target)
            and same_columns(self.columns, other.columns)
        )


def checked_columns(
    columns: Mapping[str, Any], rows: int, where: str
) -> MappingProxyType[str, Column]:
    """The columns as read-only arrays; a `GraphError` where one has another length or kind.

    Examples
    --------
    >>> checked_columns({"title": ["Dune", None]}, 2, "movie")["title"].dtype
    dtype('O')
    """
    found = {}
    for name, given in columns.items():
        if not isinstance(name, str) or not is_unicode(name):
            raise GraphError(f"{where}: a column is called {name!r}; expected a text for UTF-8")
        values = _array(given)
        if values.shape != (rows,):
            raise GraphError(
                f"{where}: column {name!r} has shape {values.shape}, expected one value for each "
                f"of {rows} rows"
            )
        if values.dtype.kind == "M":
            values = values.astype("datetime64[us]")
        elif values.dtype.kind == "O":
            values = _texts(values, f"{where}: column {name!r}")
        elif values.dtype.kind not in "biuf" or values.dtype.itemsize > 8:
            raise GraphError(
                f"{where}: column {name!r} holds {values.dtype}; expected booleans, numbers of at "
                "most 64 bit, times, texts or tuples of texts"
            )
        else:
            values = values.astype(values.dtype.newbyteorder("="), copy=False)
        found[name] = read_only(values)
    return MappingProxyType(found)


def same_columns(one: Mapping[str, Column], other: Mapping[str, Column]) -> bool:
    """Whether two tables have the same columns, gaps included."""
    return one.keys() == other.keys() and all(
        one[name].dtype == other[name].dtype
        and np.array_equal(one[name], other[name], equal_nan=one[name].dtype.kind in "fM")
        for name in one
    )


def _array(given: Any) -> Column:
    if isinstance(given, np.ndarray):
        return given.astype(object) if given.dtype.kind == "U" else given
    values = list(given)
    if values and all(isinstance(value, bool | int | float | np.generic) for value in values):
        return np.array(values)
    result = np.empty(len(values), object)
    result[:] = values
    return result


def _texts(values: Column, where: str) -> Column:
    result = np.empty(len(values), object)
    for row, value in enumerate(values.tolist()):
        if value is None or (isinstance(value, str) and is_unicode(value)):
            result[row] = value
        elif isinstance(value, tuple | list) and all(
            isinstance(part, str) and is_unicode(part) for part in value
        ):
            result[row] = tuple(value)
        else:
            raise GraphError(
                f"{where}, row {row}: {value!r} is neither a text nor a tuple of texts (UTF-8); "
                "give numbers, booleans and times as arrays of their own kind"
            )
    return result


def truth_texts(values: Column) -> Column:
    """Booleans as the texts "true" and "false", beside which a gap has room; others as they are.

    Examples
    --------
    >>> truth_texts(np.array([True, False])).tolist(), truth_texts(np.array([1, 0])).tolist()
    (['true', 'false'], [1, 0])
    """
    if values.dtype.kind != "b":
        return values
    return np.array(["true" if value else "false" for value in values], object)
