"""Triangles t-a-b over any three link matrices: the neighbours of a target that are linked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numba as nb
import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.tensor.csr import work_chunks
from motifcnn.tensor.engines.compiled.path import walk_counts
from motifcnn.tensor.engines.compiled.segments import lay_out, open_segments, schedule, unsigned
from motifcnn.tensor.engines.compiled.triangle_signatures import (
    LAST,
    collisions,
    colour,
    coloured_part,
    coloured_parts,
    rows_of,
)
from motifcnn.tensor.engines.engine import Keep, Progress, keep_nothing
from motifcnn.tensor.engines.formulas import Paths
from motifcnn.tensor.kernel.kernel import kernel

SHORT = 16  # entries of a list, on average; longer ones would need more colours than there are
FEW_COLLISIONS = 0.2  # steps per link
COLOURS = LAST


def triangle(
    ta: sparse.csr_array,
    tb: sparse.csr_array,
    ab: sparse.csr_array,
    ba: sparse.csr_array,
    *,
    keep: Keep = keep_nothing,
    progress: Progress | None = None,
) -> Paths:
    """Triangles per (target, a), per (target, b) and per target.

    (N_a)[i, m] counts the b with (i, m) in `ta`, (i, b) in `tb` and (m, b) in `ab`; N_b likewise.
    """
    search = keep("search", lambda: _prepare(ta, tb, ab, ba))
    if search.swap:
        b_counts, a_counts, maps = _count(tb, ta, search, keep, progress)
        return a_counts, b_counts, maps
    return _count(ta, tb, search, keep, progress)


@dataclass(frozen=True)
class _Search:
    """How triangles are found.

    Parameters
    ----------
    swap : bool
        Whether a and b change places, so that the shorter lists are searched.
    work : (n_target,) int64
        Walks of two steps from each target.
    steps : int
        All of them.
    part, parts : kernels for one part of the targets, and for several in parallel
    inputs : what these kernels read
    """

    swap: bool
    work: npt.NDArray[np.int64]
    steps: int
    part: Any
    parts: Any
    inputs: tuple[Any, ...]


def _prepare(
    ta: sparse.csr_array, tb: sparse.csr_array, ab: sparse.csr_array, ba: sparse.csr_array
) -> _Search:
    """Short lists are compared by colours, if these rarely collide; all others by marks."""
    work, backward = walk_counts(ta, ab), walk_counts(tb, ba)
    if swap := bool(backward.sum() < work.sum()):
        ta, tb, ab, work = tb, ta, ba, backward
    total, indices = int(work.sum()), unsigned(ta.indices)
    if total <= SHORT * ta.nnz:
        ours, theirs = colour(tb, ab, COLOURS)
        rows = rows_of(ta)
        steps = collisions(
            rows, indices, ours.indptr, ours.signatures, theirs.indptr, theirs.signatures
        )
        if steps <= FEW_COLLISIONS * ta.nnz:
            inputs = (
                (ta.indptr, indices, rows),
                (ours.indptr, ours.indices, ours.row, ours.signatures),
                (theirs.indptr, theirs.indices, theirs.signatures, ours.crowded or theirs.crowded),
            )
            return _Search(swap, work, total, coloured_part, coloured_parts, inputs)
    signatures = _signatures(ab.indptr, unsigned(ab.indices))
    lists = tuple((matrix.indptr, unsigned(matrix.indices)) for matrix in (ta, tb, ab))
    inputs = (*lists, signatures, tb.shape[1])
    return _Search(swap, work, total, _triangle_part, _triangle_parts, inputs)


def _count(
    ta: sparse.csr_array,
    tb: sparse.csr_array,
    search: _Search,
    keep: Keep,
    progress: Progress | None,
) -> Paths:
    job = schedule(search.steps, nb.get_num_threads(), progress)
    # Kept, as on small graphs finding the cuts takes as long as half the count.
    layouts = keep(
        ("layouts", job.parts),
        lambda: [
            lay_out(np.diff(matrix.indptr), work_chunks(search.work, job.parts))
            for matrix in (ta, tb)
        ],
    )
    out_a, out_b = open_segments(ta.shape, layouts[0]), open_segments(tb.shape, layouts[1])
    maps = np.zeros(ta.shape[0], dtype=np.int64)
    for group in job.groups(progress):
        run = search.part if group.stop - group.start == 1 else search.parts
        run(
            *search.inputs, out_a.cuts[group.start :], out_a.part(group), out_b.part(group), maps, 0
        )
        out_a.settle(group)
        out_b.settle(group)
    return out_a.close(), out_b.close(), maps


@kernel()
def _signatures(indptr, indices):
    """64 bits per row: if two rows share a column, their signatures share a bit.

    Most pairs of short rows are ruled out by that alone.
    """
    signatures = np.zeros(len(indptr) - 1, dtype=np.uint64)
    for i in range(len(signatures)):
        word = np.uint64(0)
        for x in range(indptr[i], indptr[i + 1]):
            word |= np.uint64(1) << np.uint64(indices[x] & 63)
        signatures[i] = word
    return signatures


@kernel(parallel=True)
def _triangle_parts(ta, tb, ab, signatures, columns, cuts, out_a, out_b, maps, part):
    for each in nb.prange(len(out_a[0])):
        _triangle_part(ta, tb, ab, signatures, columns, cuts, out_a, out_b, maps, each)


@kernel()
def _triangle_part(ta, tb, ab, signatures, columns, cuts, out_a, out_b, maps, part):
    """Targets cuts[part] to cuts[part + 1]. Hits are added without (unpredictable) branches."""
    ta_ptr, ta_idx = ta
    tb_ptr, tb_idx = tb
    ab_ptr, ab_idx = ab
    a_starts, a_indices, a_data, a_lengths = out_a
    b_starts, b_indices, b_data, b_lengths = out_b
    # Triangles of this target through b; -1 where b is no neighbour.
    met = np.full(columns, -1, dtype=np.int32)
    # Those a whose signature does not rule them out.
    hopefuls = np.empty(len(signatures) + 1, dtype=ta_idx.dtype)
    at_a, at_b = a_starts[part], b_starts[part]
    for i in range(cuts[part], cuts[part + 1]):
        if ta_ptr[i] == ta_ptr[i + 1] or tb_ptr[i] == tb_ptr[i + 1]:
            a_lengths[i] = b_lengths[i] = 0
            continue
        begin_a, begin_b = at_a, at_b
        signature = np.uint64(0)
        for x in range(tb_ptr[i], tb_ptr[i + 1]):
            met[tb_idx[x]] = 0
            signature |= np.uint64(1) << np.uint64(tb_idx[x] & 63)
        hopeful = 0
        for x in range(ta_ptr[i], ta_ptr[i + 1]):
            hopefuls[hopeful] = ta_idx[x]
            hopeful += (signature & signatures[ta_idx[x]]) != 0
        total = 0
        for h in range(hopeful):
            a = np.int64(hopefuls[h])
            found = 0
            for y in range(ab_ptr[a], ab_ptr[a + 1]):
                b = ab_idx[y]
                hit = met[b] >= 0
                met[b] += hit
                found += hit
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
