"""Applying a sum of products to dense values, and cutting rows out of it.

Sums are taken in float64 (int64 for whole numbers): corrections may cancel most of what they
correct, and float32 would lose the rest. Whole numbers held as floats stay exact below 2^53.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.tensor.csr import row_chunks
from motifcnn.tensor.operator.factored.counts import Vector
from motifcnn.tensor.operator.factored.gather import Branch, Sum
from motifcnn.tensor.operator.factored.masked import csr_parts, frozen
from motifcnn.tensor.operator.factored.pairs import Index

Dense = npt.NDArray[Any]
SMALL = 2_000_000  # multiplications that scipy does before Numba is loaded
TINY = 100_000  # values that numpy scales
BLOCK_VALUES = 500_000  # of the result at a time: few enough to stay in the cache
# For the values between two products, unless x itself has more. If all columns do not fit, some are
# multiplied at a time.
PANEL_BYTES = 512 << 20
LINE_COLUMNS = 16  # columns of float32 in a cache line
CHUNKS_PER_THREAD = 8


def apply_sum(terms: Sum, x: Dense, inverse: npt.NDArray[np.float64] | None, divisor: int) -> Dense:
    """``diag(inverse) (terms / divisor) x``: (n, d), of the type of x.

    Without `inverse` the result for whole numbers x is whole numbers.
    """
    x = np.ascontiguousarray(x)
    fitting = max(PANEL_BYTES, x.nbytes) // (8 * max(1, rows_between(terms)))
    width = max(LINE_COLUMNS, fitting - fitting % LINE_COLUMNS)
    if x.shape[1] > width:
        panels = [x[:, first : first + width] for first in range(0, x.shape[1], width)]
        return np.hstack([apply_sum(terms, panel, inverse, divisor) for panel in panels])
    below = [_full(branch.inner, x) if branch.inner else x for branch in terms.branches]
    out = np.empty((terms.shape[0], x.shape[1]), dtype=x.dtype)
    height = max(1024, BLOCK_VALUES // max(1, x.shape[1]))
    room = np.empty((min(height, terms.shape[0]), x.shape[1]), dtype=_wide(x))
    for first in range(0, terms.shape[0], height):
        last = min(first + height, terms.shape[0])
        sums = room[: last - first]
        _rows(terms, below, x, first, last, sums)
        if np.issubdtype(sums.dtype, np.integer):
            out[first:last] = sums // divisor
            continue
        factor = (np.ones(last - first) if inverse is None else inverse[first:last]) / divisor
        scaled_rows(sums, factor, out[first:last])
    return out


def scaled_rows(x: Dense, factor: npt.NDArray[np.float64], out: Dense | None = None) -> Dense:
    """``diag(factor) x``, rounded to the type of `out`, or of x."""
    out = np.empty_like(x) if out is None else out
    if x.size <= TINY:
        out[:] = x * factor[:, None]
    else:
        from motifcnn.tensor.operator.factored.kernels import scale_rows

        scale_rows(frozen(np.ascontiguousarray(x)), factor, out)
    return out


def rows_between(terms: Sum) -> int:
    """Rows of all values that are held between two products."""
    return sum(
        branch.inner.shape[0] + rows_between(branch.inner)
        for branch in terms.branches
        if branch.inner
    )


def _full(terms: Sum, x: Dense) -> Dense:
    """``terms x``, unrounded: (n, d) float64 or int64."""
    below = [_full(branch.inner, x) if branch.inner else x for branch in terms.branches]
    sums = np.empty((terms.shape[0], x.shape[1]), dtype=_wide(x))
    _rows(terms, below, x, 0, terms.shape[0], sums)
    return sums


def _wide(x: Dense) -> type[np.number]:
    """The dtype in which x is summed."""
    return np.int64 if np.issubdtype(x.dtype, np.integer) else np.float64


def _rows(terms: Sum, below: list[Dense], x: Dense, first: int, last: int, sums: Dense) -> None:
    """Rows `first` to `last` of ``terms x`` into `sums`, given the values below each branch."""
    if sums.size <= TINY:
        sums[:] = 0
        if terms.diagonal is not None:
            sums += terms.diagonal[first:last, None] * x[first:last]
    else:
        from motifcnn.tensor.operator.factored.kernels import begin_rows

        begin_rows(
            np.empty(0, np.int64) if terms.diagonal is None else terms.diagonal,
            frozen(x),
            first,
            sums,
        )
    for branch, values in zip(terms.branches, below, strict=True):
        if branch.pairs.stored:
            _add(branch.pairs.matrix, branch, values, first, last, 0, sums)
        else:
            for begin, end in branch.pairs.blocks(first, last):
                rows = branch.pairs.rows(np.arange(begin, end))
                _add(rows, branch, values, 0, end - begin, begin, sums[begin - first : end - first])


def _add(
    matrix: sparse.csr_array,
    branch: Branch,
    x: Dense,
    first: int,
    last: int,
    offset: int,
    out: Dense,
) -> None:
    """Adds ``diag(left) matrix diag(right) x`` for rows `first` to `last` of `matrix`.

    The first row of `matrix` is row `offset` of the branch.
    """
    entries = int(matrix.indptr[last]) - int(matrix.indptr[first])
    left = None if branch.left is None else branch.left[offset : offset + matrix.shape[0]]
    if entries * x.shape[1] <= SMALL and not _loaded():
        values = x if branch.right is None else branch.right[:, None] * x
        product = matrix[first:last].astype(out.dtype) @ values.astype(out.dtype, copy=False)
        out += product if left is None else left[first:last, None] * product
        return
    from motifcnn.tensor.operator.factored.kernels import add_product

    indptr, indices, weights = branch.pairs.parts if branch.pairs.stored else csr_parts(matrix)
    none = np.empty(0, np.int64)
    add_product(
        indptr,
        indices,
        weights,
        frozen(none if left is None else left),
        frozen(none if branch.right is None else branch.right),
        first + row_chunks(indptr[first : last + 1], _chunks(last - first), per_row=1),
        first,
        frozen(x),
        out,
    )


def _loaded() -> bool:
    """Whether the compiled loops are loaded: then they are faster, whatever the size."""
    return "motifcnn.tensor.operator.factored.kernels" in sys.modules


def _chunks(rows: int) -> int:
    import numba as nb

    return max(1, min(rows, nb.get_num_threads() * CHUNKS_PER_THREAD))


def sum_rows(terms: Sum, index: Index) -> sparse.csr_array:
    """Rows of the sum: (len(index), m) int64 CSR with sorted rows. Other rows are not computed."""
    shape = (len(index), terms.shape[1])
    total = sparse.csr_array(shape, dtype=np.int64)
    if terms.diagonal is not None:
        values = terms.diagonal[index]
        total = total + sparse.csr_array((values, index, np.arange(len(index) + 1)), shape=shape)
    for branch in terms.branches:
        rows = branch.pairs.rows(index).astype(np.int64)
        if branch.left is not None:
            rows.data = rows.data * np.repeat(branch.left[index], np.diff(rows.indptr))
        if branch.right is not None:
            rows.data = rows.data * branch.right[rows.indices]
        if branch.inner is not None:
            seen, places = np.unique(rows.indices, return_inverse=True)
            narrow = sparse.csr_array(
                (rows.data, places, rows.indptr), shape=(len(index), len(seen))
            )
            rows = _narrow_product(narrow, sum_rows(branch.inner, seen.astype(np.int64)))
        total = total + rows
    total = sparse.csr_array(total)
    total.sum_duplicates()
    total.eliminate_zeros()
    return total


def _narrow_product(left: sparse.csr_array, right: sparse.csr_array) -> sparse.csr_array:
    """``left @ right`` over the columns that occur: scipy's product takes time for every column."""
    seen, places = np.unique(right.indices, return_inverse=True)
    found = left @ sparse.csr_array(
        (right.data, places, right.indptr), shape=(right.shape[0], len(seen))
    )
    found.sort_indices()
    return sparse.csr_array(
        (found.data, seen[found.indices], found.indptr), shape=(left.shape[0], right.shape[1])
    )


def diagonal_of(terms: Sum) -> Vector:
    """The diagonal of a sum without branches: (n,) int64."""
    assert not terms.branches
    return np.zeros(terms.shape[0], np.int64) if terms.diagonal is None else terms.diagonal
