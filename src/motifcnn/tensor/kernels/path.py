"""Paths t-a-b: walks of two steps from each target, row by row (Gustavson)."""

from __future__ import annotations

import numba as nb
import numpy as np
from scipy import sparse

from motifcnn.tensor.kernels.segments import Progress, groups, open_segments, parts_for, unsigned
from motifcnn.tensor.small import Paths


def path(first: sparse.csr_array, second: sparse.csr_array, *, off_diagonal: bool, progress: Progress | None = None) -> Paths:
    """Maps per (target, a), per (target, b) and per target, where `off_diagonal` keeps b from being the target.

    N_b = ``first @ second`` without its diagonal; N_a[i, a] = number of b of a. Rows of N_b come unsorted.
    """
    steps = walk_counts(first.indptr, unsigned(first.indices), second.indptr)
    parts = parts_for(nb.get_num_threads(), progress)
    middle = open_segments(first.shape, np.diff(first.indptr), steps, parts)
    end = open_segments((first.shape[0], second.shape[1]), np.minimum(steps, second.shape[1]), steps, parts)
    maps = np.zeros(first.shape[0], dtype=np.int64)
    for group in groups(parts, progress):
        _path_rows(
            (first.indptr, unsigned(first.indices)),
            (second.indptr, unsigned(second.indices)),
            second.shape[1],
            off_diagonal,
            end.cuts[group.start : group.stop + 1],
            middle.part(group),
            end.part(group),
            maps,
        )
    return middle.close(), end.close(), maps


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
def _path_rows(first, second, columns, off_diagonal, cuts, middle, end, maps):  # type: ignore[no-untyped-def]
    first_ptr, first_idx = first
    second_ptr, second_idx = second
    middle_starts, middle_indices, middle_data, middle_lengths = middle
    starts, indices, data, lengths = end
    for part in nb.prange(len(cuts) - 1):
        walks = np.zeros(columns, dtype=np.int32)
        at, at_middle = starts[part], middle_starts[part]
        for i in range(cuts[part], cuts[part + 1]):
            begin, begin_middle = at, at_middle
            total = 0
            returns = 0
            if off_diagonal:
                returns = walks[i] = 1  # as if seen: never written
            for x in range(first_ptr[i], first_ptr[i + 1]):
                a = np.int64(first_idx[x])
                degree = second_ptr[a + 1] - second_ptr[a]
                if degree == 0:
                    continue
                for y in range(second_ptr[a], second_ptr[a + 1]):
                    j = second_idx[y]
                    seen = walks[j]
                    indices[at] = j  # kept only if it is new: a store is cheaper than a branch that cannot be guessed
                    at += seen == 0
                    walks[j] = seen + 1
                if off_diagonal:
                    degree -= walks[i] - returns
                    returns = walks[i]
                middle_indices[at_middle] = a
                middle_data[at_middle] = degree
                at_middle += degree > 0
                total += degree
            if off_diagonal:
                walks[i] = 0
            for k in range(begin, at):
                j = indices[k]
                data[k] = walks[j]
                walks[j] = 0
            maps[i] = total
            lengths[i] = at - begin
            middle_lengths[i] = at_middle - begin_middle
