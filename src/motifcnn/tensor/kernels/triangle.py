"""Triangles t-a-b over any three link matrices: for each target, the neighbours that are linked with each other."""

from __future__ import annotations

import numba as nb
import numpy as np
from scipy import sparse

from motifcnn.tensor.kernels.product import walk_counts
from motifcnn.tensor.kernels.segments import Progress, groups, open_segments, parts_for, unsigned


def triangle(
    ta: sparse.csr_array,
    tb: sparse.csr_array,
    ab: sparse.csr_array,
    ba: sparse.csr_array,
    *,
    progress: Progress | None = None,
) -> tuple[sparse.csr_array, sparse.csr_array]:
    """Triangles per (target, a) and per (target, b).

    (N_a)[i, m] counts the b with (i, m) in `ta`, (i, b) in `tb` and (m, b) in `ab`; N_b likewise.
    """
    forward = walk_counts(ta.indptr, unsigned(ta.indices), ab.indptr)
    backward = walk_counts(tb.indptr, unsigned(tb.indices), ba.indptr)
    if backward.sum() < forward.sum():  # look through the shorter lists
        b_counts, a_counts = triangle(tb, ta, ba, ab, progress=progress)
        return a_counts, b_counts
    parts = parts_for(nb.get_num_threads(), progress)
    out_a = open_segments(ta.shape, np.diff(ta.indptr), forward, parts)
    out_b = open_segments(tb.shape, np.diff(tb.indptr), forward, parts)
    for group in groups(parts, progress):
        _triangle_rows(
            (ta.indptr, unsigned(ta.indices)),
            (tb.indptr, unsigned(tb.indices)),
            (ab.indptr, unsigned(ab.indices)),
            out_a.cuts[group.start : group.stop + 1],
            out_a.part(group),
            out_b.part(group),
            tb.shape[1],
        )
    return out_a.close(), out_b.close()


@nb.njit(parallel=True, cache=True)
def _triangle_rows(ta, tb, ab, cuts, out_a, out_b, columns):  # type: ignore[no-untyped-def]
    ta_ptr, ta_idx = ta
    tb_ptr, tb_idx = tb
    ab_ptr, ab_idx = ab
    a_starts, a_indices, a_data, a_lengths = out_a
    b_starts, b_indices, b_data, b_lengths = out_b
    for thread in nb.prange(len(cuts) - 1):
        met = np.full(columns, -1, dtype=np.int64)  # triangles of this target through b; -1 where b is no neighbour
        at_a, at_b = a_starts[thread], b_starts[thread]
        for i in range(cuts[thread], cuts[thread + 1]):
            begin_a, begin_b = at_a, at_b
            if ta_ptr[i] == ta_ptr[i + 1] or tb_ptr[i] == tb_ptr[i + 1]:
                continue
            for x in range(tb_ptr[i], tb_ptr[i + 1]):
                met[tb_idx[x]] = 0
            for x in range(ta_ptr[i], ta_ptr[i + 1]):
                a = np.int64(ta_idx[x])
                found = 0
                for y in range(ab_ptr[a], ab_ptr[a + 1]):
                    b = ab_idx[y]
                    if met[b] >= 0:
                        met[b] += 1
                        found += 1
                if found:
                    a_indices[at_a] = a
                    a_data[at_a] = found
                    at_a += 1
            for x in range(tb_ptr[i], tb_ptr[i + 1]):
                b = tb_idx[x]
                if met[b] > 0:
                    b_indices[at_b] = b
                    b_data[at_b] = met[b]
                    at_b += 1
                met[b] = -1
            a_lengths[i] = at_a - begin_a
            b_lengths[i] = at_b - begin_b
