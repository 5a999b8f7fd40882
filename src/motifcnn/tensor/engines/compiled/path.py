"""Paths t-a-b: walks of two steps from each target, row by row (Gustavson)."""

from __future__ import annotations

import numba as nb
import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.tensor.csr import row_chunks, work_chunks
from motifcnn.tensor.engines.compiled.segments import lay_out, open_segments, schedule, unsigned
from motifcnn.tensor.engines.engine import Keep, Progress, keep_nothing
from motifcnn.tensor.engines.formulas import Paths
from motifcnn.tensor.kernel.kernel import kernel


def path(
    first: sparse.csr_array,
    second: sparse.csr_array,
    *,
    off_diagonal: bool,
    keep: Keep = keep_nothing,
    progress: Progress | None = None,
) -> Paths:
    """Maps per (target, a), per (target, b) and per target.

    N_b = ``first @ second``, and N_a[i, a] = number of b of a. With `off_diagonal` b must not be
    the target: N_b has no diagonal. Rows of N_b are not sorted.
    """
    steps = keep("walks", lambda: walk_counts(first, second))
    job = schedule(steps.sum(), nb.get_num_threads(), progress)
    cuts = work_chunks(steps, job.parts)
    middle = open_segments(first.shape, lay_out(np.diff(first.indptr), cuts))
    end = open_segments(
        (first.shape[0], second.shape[1]), lay_out(np.minimum(steps, second.shape[1]), cuts)
    )
    maps = np.zeros(first.shape[0], dtype=np.int64)
    for group in job.groups(progress):
        run = _path_part if group.stop - group.start == 1 else _path_parts
        run(
            (first.indptr, unsigned(first.indices)),
            (second.indptr, unsigned(second.indices)),
            second.shape[1],
            off_diagonal,
            end.cuts[group.start :],
            middle.part(group),
            end.part(group),
            maps,
            0,
        )
        middle.settle(group)
        end.settle(group)
    return middle.close(), end.close(), maps


def walk_counts(first: sparse.csr_array, second: sparse.csr_array) -> npt.NDArray[np.int64]:
    """Walks of two steps from each row, (rows,): the work of a product, a bound on its entries."""
    steps = np.empty(first.shape[0], dtype=np.int64)
    chunks = schedule(first.nnz, nb.get_num_threads(), None).at_once
    cuts = row_chunks(first.indptr, chunks)
    run = _walks_part if chunks == 1 else _walks_parts
    run(first.indptr, unsigned(first.indices), second.indptr, cuts, steps, 0)
    return steps


@kernel(parallel=True)
def _walks_parts(first_ptr, first_idx, second_ptr, cuts, steps, part):
    for each in nb.prange(len(cuts) - 1):
        _walks_part(first_ptr, first_idx, second_ptr, cuts, steps, each)


@kernel()
def _walks_part(first_ptr, first_idx, second_ptr, cuts, steps, part):
    for i in range(cuts[part], cuts[part + 1]):
        total = 0
        for x in range(first_ptr[i], first_ptr[i + 1]):
            middle = np.int64(first_idx[x])
            total += second_ptr[middle + 1] - second_ptr[middle]
        steps[i] = total


@kernel(parallel=True)
def _path_parts(first, second, columns, off_diagonal, cuts, middle, end, maps, part):
    for each in nb.prange(len(end[0])):
        _path_part(first, second, columns, off_diagonal, cuts, middle, end, maps, each)


@kernel()
def _path_part(first, second, columns, off_diagonal, cuts, middle, end, maps, part):
    """Rows cuts[part] to cuts[part + 1]."""
    first_ptr, first_idx = first
    second_ptr, second_idx = second
    middle_starts, middle_indices, middle_data, middle_lengths = middle
    starts, indices, data, lengths = end
    walks = np.zeros(columns, dtype=np.int32)
    at, at_middle = starts[part], middle_starts[part]
    for i in range(cuts[part], cuts[part + 1]):
        begin, begin_middle = at, at_middle
        only = first_ptr[i + 1] - first_ptr[i] == 1
        total = 0
        returns = 0
        if off_diagonal:
            returns = walks[i] = 1  # as if seen, so it is never written
        for x in range(first_ptr[i], first_ptr[i + 1]):
            a = np.int64(first_idx[x])
            degree = np.int64(second_ptr[a + 1] - second_ptr[a])
            if only:  # no end is reached twice
                for y in range(second_ptr[a], second_ptr[a + 1]):
                    indices[at] = second_idx[y]
                    data[at] = 1
                    at += not off_diagonal or np.int64(second_idx[y]) != i
                degree = at - begin
            else:
                for y in range(second_ptr[a], second_ptr[a + 1]):
                    j = second_idx[y]
                    seen = walks[j]
                    # Kept only if it is new: a store is cheaper than an unpredictable branch.
                    indices[at] = j
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
        if not only:
            for k in range(begin, at):
                j = indices[k]
                data[k] = walks[j]
                walks[j] = 0
        maps[i] = total
        lengths[i] = at - begin
        middle_lengths[i] = at_middle - begin_middle
