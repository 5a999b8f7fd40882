"""Compressed sparse rows: ranges of rows with equal work, and whether an entry is stored."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

Rows = npt.NDArray[np.int64]


def row_starts(lengths: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The row pointer of rows with these lengths: (rows + 1,) int64, or float64 for floats.

    Examples
    --------
    >>> row_starts(np.array([2, 0, 3]))
    array([0, 2, 2, 5])
    """
    kind = np.float64 if np.issubdtype(lengths.dtype, np.floating) else np.int64
    starts = np.zeros(len(lengths) + 1, dtype=kind)
    np.cumsum(lengths, out=starts[1:])
    return starts


def from_cells(cells: Rows, values: npt.NDArray[Any], shape: tuple[int, int]) -> sparse.csr_array:
    """The matrix with `values` at the increasing `cells`, row * columns + column.

    Examples
    --------
    >>> from_cells(np.array([1, 2, 5]), np.array([7, 8, 9]), (2, 3)).toarray()
    array([[0, 7, 8],
           [0, 0, 9]])
    """
    rows, columns = np.divmod(cells, max(shape[1], 1))
    indptr = row_starts(np.bincount(rows, minlength=shape[0]))
    return sparse.csr_array((values, columns, indptr), shape=shape)


def row_chunks(indptr: npt.NDArray[Any], chunks: int, *, per_row: int = 0) -> Rows:
    """Borders of `chunks` ranges of rows with about the same number of entries.

    Parameters
    ----------
    indptr : (rows + 1,)
        Entries before each row; any running total of the work will do.
    chunks : int
    per_row : int
        What a row costs by itself, in entries, even when it is empty.

    Returns
    -------
    (chunks + 1,) int64
        Chunk c is the rows from the c-th border to the next.

    Examples
    --------
    >>> row_chunks(np.array([0, 1, 2, 3, 6]), 2)
    array([0, 3, 4])
    """
    rows = len(indptr) - 1
    if chunks == 1:
        return np.array([0, rows])
    done = indptr + per_row * np.arange(rows + 1) if per_row else indptr
    if np.issubdtype(done.dtype, np.floating):
        wanted: npt.NDArray[Any] = np.linspace(done[0], done[-1], chunks + 1)
    else:
        first, total = int(done[0]), int(done[-1]) - int(done[0])
        # Of the pointer's own type: otherwise numpy would convert the whole pointer.
        wanted = np.array([first - -total * c // chunks for c in range(chunks + 1)], done.dtype)
    borders = np.searchsorted(done, wanted).astype(np.int64)
    borders[0], borders[-1] = 0, rows
    return borders


def work_chunks(work: npt.NDArray[Any], chunks: int) -> Rows:
    """As `row_chunks`, from the work of each row, (rows,)."""
    return np.array([0, len(work)]) if chunks == 1 else row_chunks(row_starts(work), chunks)


def contains(matrix: sparse.csr_array, rows: Rows, columns: Rows) -> npt.NDArray[np.bool_]:
    """Whether each (row, column) is stored, (n,); the rows of `matrix` are sorted.

    Bisects all rows at once, in numpy alone.

    Examples
    --------
    >>> matrix = sparse.csr_array(np.array([[0, 1], [1, 1]]))
    >>> contains(matrix, np.array([0, 0, 1]), np.array([0, 1, 1]))
    array([False,  True,  True])
    """
    indices = matrix.indices
    if not len(indices):
        return np.zeros(len(rows), dtype=bool)
    start, end = matrix.indptr[rows].astype(np.int64), matrix.indptr[rows + 1].astype(np.int64)
    at = start - 1  # the last place whose column is not past the wanted one
    step = 1 << int((end - start).max(initial=0)).bit_length()
    while step := step >> 1:
        ahead = at + step
        inside = ahead < end
        np.minimum(ahead, len(indices) - 1, out=ahead)
        at += step * (inside & (indices[ahead] <= columns))
    found: npt.NDArray[np.bool_] = (at >= start) & (indices[at] == columns)
    return found
