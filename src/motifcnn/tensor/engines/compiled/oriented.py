"""Triangles of a sparse undirected graph, each found once, from its node of lowest degree.

Nodes are ranked by degree, highest first. Those of highest degree are the core (see `core`); the
others keep, of their links with each other, those that lead to a smaller rank: these lists are
short, and what the core leaves is found along them.
"""

from __future__ import annotations

import numba as nb
import numpy as np
import numpy.typing as npt
from numba.np.ufunc.parallel import get_thread_id
from scipy import sparse

from motifcnn.tensor.csr import row_chunks, row_starts
from motifcnn.tensor.engines.compiled.core import core_bits, core_support, inner_support
from motifcnn.tensor.engines.compiled.search import lower_bound
from motifcnn.tensor.engines.compiled.segments import ROUNDS, Schedule, unsigned
from motifcnn.tensor.engines.engine import Progress
from motifcnn.tensor.engines.memory_bound import MAX_CORE
from motifcnn.tensor.kernel.finished import no_part_finished, require_finished
from motifcnn.tensor.kernel.kernel import kernel

CORE_SHARE = 0.8  # of the time, in reports


def oriented_support(
    links: sparse.csr_array, *, core: int | None = None, progress: Progress | None = None
) -> npt.NDArray[np.uint32]:
    """Triangles on each entry of a symmetric boolean matrix with sorted rows, (nnz,) uint32.

    `core` is the number of core nodes; by default those that have more neighbours than a row of
    the core has words.
    """
    indices, threads = unsigned(links.indices), nb.get_num_threads()
    order, rank = _ranking(links.indptr)
    degree = np.diff(links.indptr)[order]
    if core is None:
        core = min(MAX_CORE, int((degree > np.arange(len(degree)) / 64).sum()))
    matrix, ranks = (links.indptr, indices), (order, rank)

    # Outer node r has the places starts[r] to starts[r + 1]: core neighbours from the front, others
    # of smaller rank from the back.
    starts = row_starts(degree[core:]).astype(np.uint32 if links.nnz < 2**32 - 1 else np.uint64)
    cuts = row_chunks(starts, 64 * threads)
    heads = np.empty((len(starts) - 1, 4), dtype=starts.dtype)
    idx = np.empty(int(starts[-1]) + 1, dtype=np.uint32)
    _outer_lists(*matrix, *ranks, core, starts, cuts, heads, idx)

    support, mirror = np.zeros(links.nnz, dtype=np.uint32), np.empty(len(idx), dtype=np.uint32)
    counts = np.zeros((threads, len(idx)), dtype=np.uint32)
    bits = core_bits(*matrix, *ranks, core)
    inner = (bits, *inner_support(bits, threads))
    longest = int(degree.max(initial=0))
    tell = None if progress is None else lambda share: progress(CORE_SHARE * share)
    rounds = Schedule(1, 1) if tell is None else Schedule(ROUNDS, 1)
    for group in rounds.groups(tell):
        low, high = (core * edge // rounds.parts for edge in (group.start, group.stop))
        marks = no_part_finished(threads)
        core_support(
            matrix, ranks, inner, (heads, idx), low, high, marks, longest, support, mirror, counts
        )
        require_finished(marks)
    tell = (
        None if progress is None else lambda share: progress(CORE_SHARE + (1 - CORE_SHARE) * share)
    )
    rounds = Schedule(64 * threads, 64 * threads if tell is None else 64 * threads // ROUNDS)
    for group in rounds.groups(tell):
        own = cuts[group.start : group.stop + 1]
        marks = no_part_finished(len(own) - 1)
        _forward(heads, idx, core, own, counts, marks)
        require_finished(marks)
    _gather(*matrix, *ranks, core, heads, mirror, counts, cuts, support)
    return support


@kernel()
def _ranking(indptr):
    """The nodes by falling degree, and the rank of each."""
    n = len(indptr) - 1
    highest = 0
    for i in range(n):
        highest = max(highest, indptr[i + 1] - indptr[i])
    following = np.zeros(highest + 2, dtype=np.int64)
    for i in range(n):
        following[highest - (indptr[i + 1] - indptr[i]) + 1] += 1
    following = np.cumsum(following)
    order, rank = np.empty(n, dtype=np.uint32), np.empty(n, dtype=np.uint32)
    for i in range(n):
        below = highest - (indptr[i + 1] - indptr[i])
        order[following[below]] = i
        rank[i] = following[below]
        following[below] += 1
    return order, rank


@kernel(parallel=True)
def _outer_lists(indptr, indices, order, rank, core, starts, cuts, heads, idx):
    """Fills `idx` with ranks.

    heads[r] has begin and end of the core neighbours of r, and of its outer neighbours of smaller
    rank.
    """
    one, size = np.uint64(1), np.uint32(core)
    for part in nb.prange(len(cuts) - 1):
        for r in range(cuts[part], cuts[part + 1]):
            i, own = np.int64(order[core + r]), np.uint32(core + r)
            front, back = np.uint64(starts[r]), np.uint64(starts[r + 1])
            for x in range(np.uint64(indptr[i]), np.uint64(indptr[i + 1])):
                other = rank[indices[x]]
                if other < size:
                    idx[front] = other
                    front += one
                elif other < own:
                    back -= one
                    idx[back] = other
            heads[r, 0], heads[r, 1], heads[r, 2], heads[r, 3] = (
                starts[r],
                front,
                back,
                starts[r + 1],
            )


@kernel(parallel=True)
def _forward(heads, idx, core, cuts, counts, marks):
    """From each outer node u along links u-v and v-w to smaller ranks: a link u-w is a triangle."""
    one, low, size = np.uint64(1), np.uint32(63), np.uint32(core)
    for part in nb.prange(len(cuts) - 1):
        mine = counts[get_thread_id()]
        near, entry = (
            np.zeros((len(heads) >> 6) + 1, dtype=np.uint64),
            np.empty(len(heads), dtype=heads.dtype),
        )
        for u in range(cuts[part], cuts[part + 1]):
            first, last = heads[u, 2], heads[u, 3]
            if last - first < 2:
                continue
            for x in range(first, last):
                v = idx[x] - size
                near[v >> np.uint32(6)] |= one << np.uint64(v & low)
                entry[v] = x
            for x in range(first, last):
                v = idx[x] - size
                hits = np.uint32(0)
                for y in range(heads[v, 2], heads[v, 3]):
                    w = idx[y] - size
                    if (near[w >> np.uint32(6)] >> np.uint64(w & low)) & one:
                        mine[y] += np.uint32(1)
                        mine[entry[w]] += np.uint32(1)
                        hits += np.uint32(1)
                mine[x] += hits
            for x in range(first, last):
                near[(idx[x] - size) >> np.uint32(6)] = 0
        marks[part] = True


@kernel(parallel=True)
def _gather(indptr, indices, order, rank, core, heads, mirror, counts, cuts, support):
    """Writes what was found on the links of outer nodes to the entries of both directions."""
    one, size = np.uint64(1), np.uint32(core)
    for part in nb.prange(len(cuts) - 1):
        for r in range(cuts[part], cuts[part + 1]):
            i, own = np.int64(order[core + r]), np.uint32(core + r)
            front, back = np.uint64(heads[r, 0]), np.uint64(heads[r, 3])
            for x in range(np.uint64(indptr[i]), np.uint64(indptr[i + 1])):
                j = np.int64(indices[x])
                other = rank[j]
                if other < size:
                    support[x] = mirror[front]
                    front += one
                elif other < own:
                    back -= one
                    total = np.uint32(0)
                    for thread in range(len(counts)):
                        total += counts[thread, back]
                    if total:
                        support[x] = total
                        support[lower_bound(indices, indptr[j], indptr[j + 1], i)] = total
