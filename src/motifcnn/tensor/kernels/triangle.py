"""Triangles t-a-b over any three link matrices: for each target, the neighbours that are linked with each other."""

from __future__ import annotations

import numba as nb
import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.tensor.kernels.path import walk_counts
from motifcnn.tensor.kernels.segments import Progress, groups, open_segments, parts_for, unsigned
from motifcnn.tensor.small import Paths


def triangle(
    ta: sparse.csr_array,
    tb: sparse.csr_array,
    ab: sparse.csr_array,
    ba: sparse.csr_array,
    *,
    progress: Progress | None = None,
) -> Paths:
    """Triangles per (target, a), per (target, b) and per target.

    (N_a)[i, m] counts the b with (i, m) in `ta`, (i, b) in `tb` and (m, b) in `ab`; N_b likewise.
    """
    forward = walk_counts(ta.indptr, unsigned(ta.indices), ab.indptr)
    backward = walk_counts(tb.indptr, unsigned(tb.indices), ba.indptr)
    if backward.sum() < forward.sum():  # look through the shorter lists
        b_counts, a_counts, maps = _count(tb, ta, ba, backward, progress)
        return a_counts, b_counts, maps
    return _count(ta, tb, ab, forward, progress)


def _count(
    ta: sparse.csr_array, tb: sparse.csr_array, ab: sparse.csr_array, work: npt.NDArray[np.int64], progress: Progress | None
) -> Paths:
    parts = parts_for(nb.get_num_threads(), progress)
    out_a = open_segments(ta.shape, np.diff(ta.indptr), work, parts)
    out_b = open_segments(tb.shape, np.diff(tb.indptr), work, parts)
    maps = np.zeros(ta.shape[0], dtype=np.int64)
    for group in groups(parts, progress):
        _triangle_rows(
            (ta.indptr, unsigned(ta.indices)),
            (tb.indptr, unsigned(tb.indices)),
            (ab.indptr, unsigned(ab.indices)),
            _signatures(ab.indptr, unsigned(ab.indices)),
            out_a.cuts[group.start : group.stop + 1],
            out_a.part(group),
            out_b.part(group),
            tb.shape[1],
            maps,
        )
    return out_a.close(), out_b.close(), maps


@nb.njit(cache=True)
def _signatures(indptr, indices):  # type: ignore[no-untyped-def]
    """64 bits per row: if two rows share a column, their signatures share a bit. Spares a look at most pairs of short rows."""
    signatures = np.zeros(len(indptr) - 1, dtype=np.uint64)
    for i in range(len(signatures)):
        word = np.uint64(0)
        for x in range(indptr[i], indptr[i + 1]):
            word |= np.uint64(1) << np.uint64(indices[x] & 63)
        signatures[i] = word
    return signatures


@nb.njit(parallel=True, cache=True)
def _triangle_rows(ta, tb, ab, signatures, cuts, out_a, out_b, columns, maps):  # type: ignore[no-untyped-def]
    ta_ptr, ta_idx = ta
    tb_ptr, tb_idx = tb
    ab_ptr, ab_idx = ab
    a_starts, a_indices, a_data, a_lengths = out_a
    b_starts, b_indices, b_data, b_lengths = out_b
    for part in nb.prange(len(cuts) - 1):
        met = np.full(columns, -1, dtype=np.int32)  # triangles of this target through b; -1 where b is no neighbour
        at_a, at_b = a_starts[part], b_starts[part]
        for i in range(cuts[part], cuts[part + 1]):
            if ta_ptr[i] == ta_ptr[i + 1] or tb_ptr[i] == tb_ptr[i + 1]:
                continue
            begin_a, begin_b = at_a, at_b
            signature = np.uint64(0)
            for x in range(tb_ptr[i], tb_ptr[i + 1]):
                met[tb_idx[x]] = 0
                signature |= np.uint64(1) << np.uint64(tb_idx[x] & 63)
            total = 0
            for x in range(ta_ptr[i], ta_ptr[i + 1]):
                a = np.int64(ta_idx[x])
                if signature & signatures[a]:
                    found = 0
                    for y in range(ab_ptr[a], ab_ptr[a + 1]):
                        b = ab_idx[y]
                        if met[b] >= 0:
                            met[b] += 1
                            found += 1
                    a_indices[at_a] = a
                    a_data[at_a] = found
                    at_a += found > 0
                    total += found
            for x in range(tb_ptr[i], tb_ptr[i + 1]):
                b = tb_idx[x]
                b_indices[at_b] = b
                b_data[at_b] = met[b]
                at_b += met[b] > 0
                met[b] = -1
            maps[i] = total
            a_lengths[i] = at_a - begin_a
            b_lengths[i] = at_b - begin_b
