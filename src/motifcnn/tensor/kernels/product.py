"""Walks of two steps: the product of two boolean matrices, row by row (Gustavson)."""

from __future__ import annotations

import numba as nb
import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.tensor.kernels.segments import Progress, groups, open_segments, parts_for, unsigned


def product(
    first: sparse.csr_array, second: sparse.csr_array, *, off_diagonal: bool, progress: Progress | None = None
) -> sparse.csr_array:
    """``first @ second`` as counts, without the diagonal where `off_diagonal`. Rows come unsorted."""
    steps = walk_counts(first.indptr, unsigned(first.indices), second.indptr)
    parts = parts_for(nb.get_num_threads(), progress)
    out = open_segments((first.shape[0], second.shape[1]), np.minimum(steps, second.shape[1]), steps, parts)
    for group in groups(parts, progress):
        _product_rows(
            first.indptr,
            unsigned(first.indices),
            second.indptr,
            unsigned(second.indices),
            second.shape[1],
            off_diagonal,
            out.cuts[group.start : group.stop + 1],
            out.part(group),
        )
    return out.close()


@nb.njit(parallel=True, cache=True)
def walk_counts(first_ptr, first_idx, second_ptr):  # type: ignore[no-untyped-def]
    """Walks of two steps that start at each row: the work of a product, and a bound on its entries."""
    steps = np.empty(len(first_ptr) - 1, dtype=np.int64)
    for i in nb.prange(len(steps)):
        total = 0
        for x in range(first_ptr[i], first_ptr[i + 1]):
            middle = np.int64(first_idx[x])
            total += second_ptr[middle + 1] - second_ptr[middle]
        steps[i] = total
    return steps


@nb.njit(parallel=True, cache=True)
def _product_rows(  # type: ignore[no-untyped-def]
    first_ptr, first_idx, second_ptr, second_idx, columns, off_diagonal, cuts, out
):
    starts, indices, data, lengths = out
    for thread in nb.prange(len(cuts) - 1):
        walks = np.zeros(columns, dtype=np.int32)
        at = starts[thread]
        for i in range(cuts[thread], cuts[thread + 1]):
            begin = at
            if off_diagonal:
                walks[i] = 1  # as if seen: never written
            for x in range(first_ptr[i], first_ptr[i + 1]):
                middle = np.int64(first_idx[x])
                for y in range(second_ptr[middle], second_ptr[middle + 1]):
                    j = second_idx[y]
                    seen = walks[j]
                    indices[at] = j  # kept only if it is new: a store is cheaper than a branch that cannot be guessed
                    at += seen == 0
                    walks[j] = seen + 1
            if off_diagonal:
                walks[i] = 0
            for k in range(begin, at):
                j = indices[k]
                data[k] = walks[j]
                walks[j] = 0
            lengths[i] = at - begin


def reference(first: sparse.csr_array, second: sparse.csr_array, *, off_diagonal: bool) -> npt.NDArray[np.int64]:
    """What `product` must equal."""
    dense: npt.NDArray[np.int64] = first.astype(np.int64).toarray() @ second.astype(np.int64).toarray()
    if off_diagonal:
        np.fill_diagonal(dense, 0)
    return dense
