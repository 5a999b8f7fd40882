"""Triangles of a sparse undirected graph, each found once.

Nodes are ranked by degree, highest first, and each link is kept at its end of lower degree: no list is longer than sqrt(2 |E|).
Most of what these lists hold are the few nodes of highest degree, the hubs. Long lists therefore also keep their hubs as bits,
and the hubs that two lists share come from 64 words instead of some hundred steps.
"""

from __future__ import annotations

import numba as nb
import numpy as np
import numpy.typing as npt
from numba.np.ufunc.parallel import get_thread_id
from scipy import sparse

from motifcnn.tensor.kernels.bits import lowest, ones
from motifcnn.tensor.kernels.search import lower_bound
from motifcnn.tensor.kernels.segments import ROUNDS, Progress, Schedule, balanced_cuts, unsigned

HUB_WORDS = 64
LONG = 48  # from this many hubs on, a list is worth its bits
FEW = 48  # up to this many hubs are tested one by one, more as words


def oriented_support(links: sparse.csr_array, *, progress: Progress | None = None) -> npt.NDArray[np.int64]:
    """Triangles on each stored entry of a symmetric boolean matrix with sorted rows, (nnz,) int64."""
    degree = np.diff(links.indptr)
    order = np.argsort(-degree, kind="stable")
    rank = np.empty(len(order), dtype=np.uint32)
    rank[order] = np.arange(len(order), dtype=np.uint32)
    indices = unsigned(links.indices)
    parts = 16 * nb.get_num_threads()
    up_ptr, up_idx, hubs = _orient(links.indptr, indices, order, rank, balanced_cuts(degree[order], parts))
    long_lists = hubs >= LONG
    row_of = np.where(long_lists, np.cumsum(long_lists) - 1, -1).astype(np.int32)
    threads = nb.get_num_threads()
    cuts = balanced_cuts(_pair_steps(up_ptr, up_idx)[rank], 64 * threads)
    counts = np.zeros((threads, len(up_idx)), dtype=np.int32)
    bits, ranks = _hub_bits(up_ptr, up_idx, hubs, row_of, long_lists.sum())
    longest = int(np.diff(up_ptr).max(initial=0))
    at_once = 64 * threads if progress is None else 64 * threads // ROUNDS
    for group in Schedule(64 * threads, at_once).groups(progress):
        _forward(up_ptr, up_idx, hubs, row_of, bits, ranks, longest, rank, cuts[group.start : group.stop + 1], counts)
    support = np.empty(links.nnz, dtype=np.int64)
    _gather(links.indptr, indices, rank, up_ptr, up_idx, counts, balanced_cuts(degree, parts), support)
    _reflect(links.indptr, indices, rank, support)
    return support


@nb.njit(parallel=True, cache=True)
def _orient(indptr, indices, order, rank, cuts):  # type: ignore[no-untyped-def]
    """The links of each rank to smaller ranks, sorted, and how many of these are hubs."""
    n = len(order)
    sizes = np.zeros(n + 1, dtype=np.int64)
    hubs = np.zeros(n, dtype=np.int32)
    for part in nb.prange(len(cuts) - 1):
        for r in range(cuts[part], cuts[part + 1]):
            found = 0
            for x in range(indptr[order[r]], indptr[order[r] + 1]):
                found += rank[indices[x]] < r
            sizes[r + 1] = found
    up_ptr = np.cumsum(sizes)
    up_idx = np.empty(up_ptr[n], dtype=np.uint32)
    for part in nb.prange(len(cuts) - 1):
        for r in range(cuts[part], cuts[part + 1]):
            at = up_ptr[r]
            for x in range(indptr[order[r]], indptr[order[r] + 1]):
                smaller = rank[indices[x]]
                if smaller < r:
                    up_idx[at] = smaller
                    at += 1
                    hubs[r] += smaller < 64 * HUB_WORDS
            _sort(up_idx, up_ptr[r], at)
    return up_ptr, up_idx, hubs


@nb.njit(cache=True)
def _sort(values, first, last):  # type: ignore[no-untyped-def]
    """Sorts a stretch in place: most are too short for anything but insertion."""
    if last - first > 24:
        values[first:last].sort()
        return
    for x in range(first + 1, last):
        value = values[x]
        at = x
        while at > first and values[at - 1] > value:
            values[at] = values[at - 1]
            at -= 1
        values[at] = value


@nb.njit(parallel=True, cache=True)
def _hub_bits(up_ptr, up_idx, hubs, row_of, rows):  # type: ignore[no-untyped-def]
    """The hubs of each long list as bits, and for each word how many hubs come before it."""
    bits = np.zeros((rows, HUB_WORDS), dtype=np.uint64)
    ranks = np.zeros((rows, HUB_WORDS), dtype=np.int64)
    for r in nb.prange(len(hubs)):
        if row_of[r] >= 0:
            for x in range(up_ptr[r], up_ptr[r] + hubs[r]):
                w = np.int64(up_idx[x])
                bits[row_of[r], w >> 6] |= np.uint64(1) << np.uint64(w & 63)
            before = 0
            for word in range(HUB_WORDS):
                ranks[row_of[r], word] = before
                before += np.int64(ones(bits[row_of[r], word]))
    return bits, ranks


@nb.njit(parallel=True, cache=True)
def _pair_steps(up_ptr, up_idx):  # type: ignore[no-untyped-def]
    """Steps that `_forward` takes from each node, were there no bits."""
    steps = np.zeros(len(up_ptr) - 1, dtype=np.int64)
    for u in nb.prange(len(steps)):
        for x in range(up_ptr[u], up_ptr[u + 1]):
            v = np.int64(up_idx[x])
            steps[u] += up_ptr[v + 1] - up_ptr[v]
    return steps


@nb.njit(parallel=True, cache=True)
def _forward(up_ptr, up_idx, hubs, row_of, bits, ranks, longest, rank, cuts, counts):  # type: ignore[no-untyped-def]
    """From each node u, for its links u-v and v-w: if u-w is a link too, the three have a triangle more.

    Which w are shared is decided without branches, hits being noted in `shared`: a branch that cannot be guessed costs as much as
    ten steps.
    """
    one = np.uint64(1)
    for part in nb.prange(len(cuts) - 1):
        mine = counts[get_thread_id()]
        linked = np.zeros(max(len(up_ptr) >> 6, HUB_WORDS) + 1, dtype=np.uint64)
        entry = np.empty(len(up_ptr), dtype=np.int32)
        shared = np.empty(longest + 1, dtype=np.int64)
        for i in range(cuts[part], cuts[part + 1]):  # in the order of the source, where neighbours often lie close
            u = np.int64(rank[i])
            first, last = up_ptr[u], up_ptr[u + 1]
            if last - first < 2:
                continue
            for x in range(first, last):
                v = np.int64(up_idx[x])
                linked[v >> 6] |= one << np.uint64(v & 63)
                entry[v] = x - first
            for x in range(first + 1, last):  # the first has no smaller rank in common with u
                v = np.int64(up_idx[x])
                begin, row = up_ptr[v], row_of[v]
                found = 0
                if row >= 0:
                    among = bits[row]
                    if hubs[u] <= FEW:
                        n_shared = 0
                        for y in range(first, min(first + hubs[u], x)):
                            w = np.int64(up_idx[y])
                            hit = np.int64((among[w >> 6] >> np.uint64(w & 63)) & one)
                            mine[y] += hit
                            shared[n_shared] = w
                            n_shared += hit
                        for k in range(n_shared):
                            w = shared[k]
                            below = among[w >> 6] & ((one << np.uint64(w & 63)) - one)
                            mine[begin + ranks[row, w >> 6] + np.int64(ones(below))] += 1
                        found += n_shared
                    else:
                        for word in range(HUB_WORDS):
                            common = among[word] & linked[word]
                            while common:
                                bit = lowest(common)
                                common &= common - one
                                found += 1
                                below = among[word] & ((one << bit) - one)
                                mine[begin + ranks[row, word] + np.int64(ones(below))] += 1
                                mine[first + entry[(word << 6) + np.int64(bit)]] += 1
                    begin += hubs[v]
                n_shared = 0
                for y in range(begin, up_ptr[v + 1]):
                    w = np.int64(up_idx[y])
                    hit = np.int64((linked[w >> 6] >> np.uint64(w & 63)) & one)
                    mine[y] += hit
                    shared[n_shared] = w
                    n_shared += hit
                for k in range(n_shared):
                    mine[first + entry[shared[k]]] += 1
                mine[x] += found + n_shared
            for x in range(first, last):
                linked[np.int64(up_idx[x]) >> 6] = 0


@nb.njit(parallel=True, cache=True)
def _gather(indptr, indices, rank, up_ptr, up_idx, counts, cuts, support):  # type: ignore[no-untyped-def]
    """The counts of all threads, at the entry of each link that leads to the smaller rank."""
    for part in nb.prange(len(cuts) - 1):
        for i in range(cuts[part], cuts[part + 1]):
            for x in range(indptr[i], indptr[i + 1]):
                smaller = rank[indices[x]]
                if smaller < rank[i]:
                    at = lower_bound(up_idx, up_ptr[rank[i]], up_ptr[rank[i] + 1], smaller)
                    total = np.int64(0)
                    for thread in range(len(counts)):
                        total += counts[thread, at]
                    support[x] = total


@nb.njit(cache=True)
def _reflect(indptr, indices, rank, support):  # type: ignore[no-untyped-def]
    """Copies each link's count to the entry of its other direction: rows are sorted, so those come in order."""
    following = indptr[:-1].astype(np.int64)
    for i in range(len(rank)):
        for x in range(indptr[i], indptr[i + 1]):
            j = indices[x]
            if rank[j] < rank[i]:
                support[following[j]] = support[x]
            following[j] += 1
