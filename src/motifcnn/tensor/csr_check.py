"""What the arrays of a compressed sparse matrix must obey before compiled code follows them."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

Array = npt.NDArray[Any]
_MOST = 2**63 - 1
_WIDE = 8  # columns per entry


def csr_problem(indptr: Array, indices: Array, data: Array, shape: tuple[int, int]) -> str | None:
    """What is wrong with the arrays of a matrix of counts; None where nothing is.

    Compiled code takes the row pointer as addresses: one that falls, or ends past the entries,
    reads memory that is not the matrix's.

    Parameters
    ----------
    indptr : (rows + 1,) int32 or int64
        Rises from 0 to the number of entries.
    indices : (entries,) of the same dtype
        Columns, each once in a row, in any order.
    data : (entries,) int64
        Counts, at least 1.
    shape : (rows, columns)

    Examples
    --------
    >>> indptr, indices, data = np.array([0, 1, 2]), np.array([0, 1]), np.array([5, 7])
    >>> csr_problem(indptr, indices, data, (2, 2)) is None
    True
    >>> csr_problem(np.array([0, 9, -1]), indices, data, (2, 2))
    'indptr ends with -1, expected the number of entries, 2'
    """
    for name, values in (("indptr", indptr), ("indices", indices), ("data", data)):
        kinds = (np.int64,) if name == "data" else (np.int32, np.int64)
        if values.ndim != 1 or values.dtype not in kinds or not values.dtype.isnative:
            return f"{name} has {values.ndim} axes of {values.dtype.str}"
    rows, columns = shape
    if len(indptr) != rows + 1:
        return f"indptr has {len(indptr):,} entries, expected {rows + 1:,}"
    if len(indices) != len(data):
        return f"{len(indices):,} columns, but {len(data):,} counts"
    if indptr[0] != 0:
        return f"indptr begins with {indptr[0]}, expected 0"
    if indptr[-1] != len(indices):
        return f"indptr ends with {indptr[-1]}, expected the number of entries, {len(indices):,}"
    if len(falls := np.flatnonzero(indptr[1:] < indptr[:-1])):
        return f"indptr falls at row {falls[0]}"
    if not len(indices):
        return None
    if not 0 <= (least := int(indices.min())) <= (most := int(indices.max())) < columns:
        return f"column {least if least < 0 else most}, expected 0 to {columns - 1}"
    if (smallest := int(data.min())) < 1:
        return f"a count of {smallest}, expected at least 1"
    return _repeat(indptr, indices, shape)


def sums_problem(indptr: Array, data: Array, members: int, instances: Array) -> str | None:
    """Whether a row's counts do not sum up to members x instances; None where all do.

    The other arrays obey `csr_problem`.

    Examples
    --------
    >>> sums_problem(np.array([0, 2, 2]), np.array([1, 3]), 2, np.array([2, 0])) is None
    True
    >>> sums_problem(np.array([0, 2, 2]), np.array([1, 3]), 2, np.array([2, 1]))
    'row 1 sums up to 0, but 2 nodes play the role in 1 instances'
    """
    if len(instances) and int(instances.max()) > _MOST // members:
        return f"{instances.max():,} instances with {members} nodes each are past 64 bit"
    filled = np.flatnonzero(indptr[1:] > indptr[:-1])
    sums = np.zeros(len(instances), np.int64)
    if len(filled):
        starts = indptr[filled]
        longest = int((indptr[1:] - indptr[:-1]).max())
        if int(data.max()) > _MOST // longest:  # rare, and then a sum may wrap round
            rough = np.add.reduceat(data.astype(np.float64), starts)
            if rough.max() >= 2.0**63:
                return f"row {filled[rough.argmax()]} sums up past 64 bit"
        sums[filled] = np.add.reduceat(data, starts)
    wrong = np.flatnonzero(sums != members * instances)
    if not len(wrong):
        return None
    row = int(wrong[0])
    return (
        f"row {row} sums up to {sums[row]:,}, but {members} nodes play the role in "
        f"{instances[row]:,} instances"
    )


def _repeat(indptr: Array, indices: Array, shape: tuple[int, int]) -> str | None:
    """Whether any row has a column twice."""
    rises = indices[1:] > indices[:-1]
    starts = indptr[1:-1]
    rises[starts[(starts > 0) & (starts < len(indices))] - 1] = True
    if rises.all():
        return None
    rows, columns = shape
    if columns > _WIDE * len(indices):  # what is turned on its side has a pointer per column
        row = np.repeat(np.arange(rows), np.diff(indptr))
        cells = np.sort(row * columns + indices)
        same = np.flatnonzero(cells[1:] == cells[:-1])
        return _twice(*divmod(int(cells[same[0]]), columns)) if len(same) else None
    # Not in order: turned on its side, in linear time, equal columns of a row become neighbours.
    side = sparse.csr_array((np.ones(len(indices), bool), indices, indptr), shape=shape).tocsc()
    rises = side.indices[1:] > side.indices[:-1]
    starts = side.indptr[1:-1]
    rises[starts[(starts > 0) & (starts < len(indices))] - 1] = True
    if rises.all():
        return None
    at = int(np.flatnonzero(~rises)[0])
    column = int(np.searchsorted(side.indptr, at, "right")) - 1
    return _twice(int(side.indices[at]), column)


def _twice(row: int, column: int) -> str:
    return f"column {column} stands twice in row {row}"
