"""Four-cycles t-a-c-b: two ways of two steps from the target to the opposite node."""

from __future__ import annotations

import numba as nb
import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.tensor.csr import work_chunks
from motifcnn.tensor.engines.compiled.path import walk_counts
from motifcnn.tensor.engines.compiled.segments import lay_out, open_segments, schedule, unsigned
from motifcnn.tensor.engines.engine import Keep, Progress, keep_nothing
from motifcnn.tensor.kernel.kernel import kernel


def cycle(
    ta: sparse.csr_array,
    ac: sparse.csr_array,
    tb: sparse.csr_array,
    bc: sparse.csr_array,
    *,
    off_diagonal: bool,
    keep: Keep = keep_nothing,
    progress: Progress | None = None,
) -> tuple[sparse.csr_array, sparse.csr_array, sparse.csr_array, npt.NDArray[np.int64]]:
    """Injective maps per (target, a), per (target, b), per (target, c) and per target.

    `a` and `b` are of different types, or twins: `ta is tb and ac is bc`. With w_a[i, c] the ways
    through a, N_c = w_a w_b (twins: w (w - 1)) and N_a[i, a] = sum over the c of a of w_b[i, c]
    (twins: less one each). With `off_diagonal` c must not be the target.
    """
    twins = ta is tb and ac is bc
    steps_a = keep("walks", lambda: walk_counts(ta, ac))
    work = keep("work", lambda: steps_a + (steps_a if twins else walk_counts(tb, bc)))
    job = schedule(2 * work.sum(), nb.get_num_threads(), progress)
    cuts = work_chunks(work, job.parts)
    out_a = open_segments(ta.shape, lay_out(np.diff(ta.indptr), cuts))
    out_b = open_segments(tb.shape, lay_out(np.diff(tb.indptr) * (not twins), cuts))
    out_c = open_segments(
        (ta.shape[0], ac.shape[1]), lay_out(np.minimum(steps_a, ac.shape[1]), cuts)
    )
    maps = np.zeros(ta.shape[0], dtype=np.int64)
    for group in job.groups(progress):
        run = _cycle_part if group.stop - group.start == 1 else _cycle_parts
        run(
            (ta.indptr, unsigned(ta.indices), ac.indptr, unsigned(ac.indices)),
            (tb.indptr, unsigned(tb.indices), bc.indptr, unsigned(bc.indices)),
            ac.shape[1],
            twins,
            off_diagonal,
            out_a.cuts[group.start :],
            out_a.part(group),
            out_b.part(group),
            out_c.part(group),
            maps,
            0,
        )
        for out in (out_a, out_b, out_c):
            out.settle(group)
    n_a, n_c = out_a.close(), out_c.close()
    return n_a, n_a if twins else out_b.close(), n_c, maps


@kernel(inline="always")
def _ways(first_ptr, first_idx, second_ptr, second_idx, i, ways):
    most = 0
    for x in range(first_ptr[i], first_ptr[i + 1]):
        middle = np.int64(first_idx[x])
        for y in range(second_ptr[middle], second_ptr[middle + 1]):
            c = second_idx[y]
            ways[c] += 1
            most = max(most, ways[c])
    return most


@kernel(inline="always")
def _middles(first_ptr, first_idx, second_ptr, second_idx, i, ways, less, at, indices, data):
    for x in range(first_ptr[i], first_ptr[i + 1]):
        middle = np.int64(first_idx[x])
        found = np.int64(0)
        for y in range(second_ptr[middle], second_ptr[middle + 1]):
            found += max(ways[second_idx[y]] - less, 0)
        if found:
            indices[at] = middle
            data[at] = found
            at += 1
    return at


@kernel(parallel=True)
def _cycle_parts(via_a, via_b, columns, twins, off_diagonal, cuts, out_a, out_b, out_c, maps, part):
    for each in nb.prange(len(out_a[0])):
        _cycle_part(
            via_a, via_b, columns, twins, off_diagonal, cuts, out_a, out_b, out_c, maps, each
        )


@kernel()
def _cycle_part(via_a, via_b, columns, twins, off_diagonal, cuts, out_a, out_b, out_c, maps, part):
    """Targets cuts[part] to cuts[part + 1]."""
    ta_ptr, ta_idx, ac_ptr, ac_idx = via_a
    tb_ptr, tb_idx, bc_ptr, bc_idx = via_b
    a_starts, a_indices, a_data, a_lengths = out_a
    b_starts, b_indices, b_data, b_lengths = out_b
    c_starts, c_indices, c_data, c_lengths = out_c
    ways_a = np.zeros(columns, dtype=np.int64)
    ways_b = np.zeros(columns, dtype=np.int64)
    at_a, at_b, at_c = a_starts[part], b_starts[part], c_starts[part]
    for i in range(cuts[part], cuts[part + 1]):
        begin_a, begin_b, begin_c = at_a, at_b, at_c
        most = _ways(ta_ptr, ta_idx, ac_ptr, ac_idx, i, ways_a)
        # The ways through b are set back to zero below, so they are counted even where there are
        # none through a.
        open_ways = (
            most > 1 if twins else _ways(tb_ptr, tb_idx, bc_ptr, bc_idx, i, ways_b) > 0 and most > 0
        )
        if off_diagonal:
            ways_a[i] = 0
            ways_b[i] = 0
        if open_ways:
            if twins:
                at_a = _middles(
                    ta_ptr, ta_idx, ac_ptr, ac_idx, i, ways_a, 1, at_a, a_indices, a_data
                )
            else:
                at_a = _middles(
                    ta_ptr, ta_idx, ac_ptr, ac_idx, i, ways_b, 0, at_a, a_indices, a_data
                )
                at_b = _middles(
                    tb_ptr, tb_idx, bc_ptr, bc_idx, i, ways_a, 0, at_b, b_indices, b_data
                )
        total = 0
        for x in range(ta_ptr[i], ta_ptr[i + 1]):
            a = np.int64(ta_idx[x])
            for y in range(ac_ptr[a], ac_ptr[a + 1]):
                c = ac_idx[y]
                found = ways_a[c] * (ways_a[c] - 1 if twins else ways_b[c])
                if found:
                    c_indices[at_c] = c
                    c_data[at_c] = found
                    at_c += 1
                    total += found
                ways_a[c] = 0
        if not twins:
            for x in range(tb_ptr[i], tb_ptr[i + 1]):
                b = np.int64(tb_idx[x])
                for y in range(bc_ptr[b], bc_ptr[b + 1]):
                    ways_b[bc_idx[y]] = 0
        maps[i] = total
        a_lengths[i] = at_a - begin_a
        b_lengths[i] = at_b - begin_b
        c_lengths[i] = at_c - begin_c
