"""A CSR matrix plus a few changed entries; all between them is copied in bulk by all threads."""

from __future__ import annotations

from typing import Any

import numba as nb
import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.tensor.csr import row_chunks
from motifcnn.tensor.kernel.kernel import kernel

PARTS = 16  # of the copy; more than threads, so that they finish together


def fold(
    matrix: sparse.csr_array, cells: npt.NDArray[np.int64], differences: npt.NDArray[np.int64]
) -> sparse.csr_array:
    """The sum, without stored zeros.

    `cells` (row * columns + column) increase, and the rows of the matrix are sorted.
    """
    rows, columns = np.divmod(cells, matrix.shape[1])
    touched, first = np.unique(rows, return_index=True)
    first = np.append(first, len(rows))
    more = _more(matrix.indptr, matrix.indices, matrix.data, touched, first, columns, differences)
    shift = np.zeros(matrix.shape[0] + 1, dtype=np.int64)
    shift[touched + 1] = more
    indptr = matrix.indptr + np.cumsum(shift)
    index: Any = (
        matrix.indices.dtype if indptr[-1] < np.iinfo(matrix.indices.dtype).max else np.int64
    )
    indptr, indices, data = (
        indptr.astype(index),
        np.empty(indptr[-1], index),
        np.empty(indptr[-1], np.int64),
    )
    cuts = row_chunks(indptr, PARTS)
    _copy(
        matrix.indptr,
        matrix.indices,
        matrix.data,
        touched,
        first,
        columns,
        differences,
        cuts,
        indptr,
        indices,
        data,
    )
    result = sparse.csr_array((data, indices, indptr), shape=matrix.shape, copy=False)
    result.has_sorted_indices = result.has_canonical_format = True
    return result


@kernel()
def _more(indptr, indices, data, touched, first, columns, differences):
    """How many more entries each touched row will have."""
    more = np.zeros(len(touched), np.int64)
    for k in range(len(touched)):
        low, high = indptr[touched[k]], indptr[touched[k] + 1]
        for x in range(first[k], first[k + 1]):
            at = low + np.searchsorted(indices[low:high], columns[x])
            stored = at < high and indices[at] == columns[x]
            if stored and data[at] + differences[x] == 0:
                more[k] -= 1
            elif not stored and differences[x] != 0:
                more[k] += 1
    return more


@kernel(parallel=True)
def _copy(
    indptr,
    indices,
    data,
    touched,
    first,
    columns,
    differences,
    cuts,
    new_indptr,
    new_indices,
    new_data,
):
    for part in nb.prange(len(cuts) - 1):
        row = cuts[part]
        k = np.searchsorted(touched, row)
        while row < cuts[part + 1]:
            stop = min(touched[k], cuts[part + 1]) if k < len(touched) else cuts[part + 1]
            low, high, to = np.int64(indptr[row]), np.int64(indptr[stop]), np.int64(new_indptr[row])
            new_indices[to : to + high - low] = indices[low:high]
            new_data[to : to + high - low] = data[low:high]
            row = stop
            if row == cuts[part + 1]:
                break
            low, high, to = (
                np.int64(indptr[row]),
                np.int64(indptr[row + 1]),
                np.int64(new_indptr[row]),
            )
            for x in range(first[k], first[k + 1]):
                while low < high and indices[low] < columns[x]:
                    new_indices[to], new_data[to] = indices[low], data[low]
                    low += 1
                    to += 1
                value = differences[x]
                if low < high and indices[low] == columns[x]:
                    value += data[low]
                    low += 1
                if value != 0:
                    new_indices[to], new_data[to] = columns[x], value
                    to += 1
            new_indices[to : to + high - low] = indices[low:high]
            new_data[to : to + high - low] = data[low:high]
            k += 1
            row += 1
