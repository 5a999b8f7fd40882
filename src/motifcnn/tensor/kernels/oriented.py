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
from motifcnn.tensor.kernels.path import walk_counts
from motifcnn.tensor.kernels.segments import Progress, balanced_cuts, groups, unsigned

HUB_WORDS = 64
LONG = 48  # from this many hubs on, a list is worth its bits


def oriented_support(links: sparse.csr_array, *, progress: Progress | None = None) -> npt.NDArray[np.int64]:
    """Triangles on each stored entry of a symmetric boolean matrix with sorted rows, (nnz,) int64."""
    order = np.argsort(-np.diff(links.indptr), kind="stable")
    rank = np.empty(len(order), dtype=np.uint32)
    rank[order] = np.arange(len(order), dtype=np.uint32)
    indices = unsigned(links.indices)
    up_ptr, up_idx, hubs = _orient(links.indptr, indices, order, rank)
    long_lists = hubs >= LONG
    row_of = np.where(long_lists, np.cumsum(long_lists) - 1, -1).astype(np.int32)
    threads = nb.get_num_threads()
    cuts = balanced_cuts(walk_counts(up_ptr, up_idx, up_ptr), 64 * threads)
    counts = np.zeros((threads, len(up_idx)), dtype=np.int32)
    bits = _hub_bits(up_ptr, up_idx, hubs, row_of, long_lists.sum())
    for group in groups(len(cuts) - 1, progress):
        _forward(up_ptr, up_idx, hubs, row_of, bits, cuts[group.start : group.stop + 1], counts)
    support = np.empty(links.nnz, dtype=np.int64)
    _gather(links.indptr, indices, rank, up_ptr, up_idx, counts, support)
    _reflect(links.indptr, indices, rank, support)
    return support


@nb.njit(parallel=True, cache=True)
def _orient(indptr, indices, order, rank):  # type: ignore[no-untyped-def]
    """The links of each rank to smaller ranks, sorted, and how many of these are hubs."""
    n = len(order)
    sizes = np.zeros(n + 1, dtype=np.int64)
    for r in nb.prange(n):
        i = order[r]
        found = 0
        for x in range(indptr[i], indptr[i + 1]):
            found += rank[indices[x]] < r
        sizes[r + 1] = found
    up_ptr = np.cumsum(sizes)
    up_idx = np.empty(up_ptr[n], dtype=np.uint32)
    hubs = np.zeros(n, dtype=np.int32)
    for r in nb.prange(n):
        i = order[r]
        at = up_ptr[r]
        for x in range(indptr[i], indptr[i + 1]):
            smaller = rank[indices[x]]
            if smaller < r:
                up_idx[at] = smaller
                at += 1
                hubs[r] += smaller < 64 * HUB_WORDS
        up_idx[up_ptr[r] : at].sort()
    return up_ptr, up_idx, hubs


@nb.njit(parallel=True, cache=True)
def _hub_bits(up_ptr, up_idx, hubs, row_of, rows):  # type: ignore[no-untyped-def]
    bits = np.zeros((rows, HUB_WORDS), dtype=np.uint64)
    for r in nb.prange(len(hubs)):
        if row_of[r] >= 0:
            for x in range(up_ptr[r], up_ptr[r] + hubs[r]):
                w = np.int64(up_idx[x])
                bits[row_of[r], w >> 6] |= np.uint64(1) << np.uint64(w & 63)
    return bits


@nb.njit(parallel=True, cache=True)
def _forward(up_ptr, up_idx, hubs, row_of, bits, cuts, counts):  # type: ignore[no-untyped-def]
    """From each node u, for its links u-v and v-w: if u-w is a link too, the three have a triangle more."""
    one = np.uint64(1)
    for part in nb.prange(len(cuts) - 1):
        mine = counts[get_thread_id()]  # type: ignore[no-untyped-call]
        linked = np.zeros(max(len(up_ptr) >> 6, HUB_WORDS) + 1, dtype=np.uint64)
        entry = np.empty(len(up_ptr), dtype=np.int32)
        for u in range(cuts[part], cuts[part + 1]):
            first, last = up_ptr[u], up_ptr[u + 1]
            if last - first < 2:
                continue
            for x in range(first, last):
                v = np.int64(up_idx[x])
                linked[v >> 6] |= one << np.uint64(v & 63)
                entry[v] = x - first
            for x in range(first, last):
                v = np.int64(up_idx[x])
                found = 0
                begin = up_ptr[v]
                if row_of[v] >= 0:
                    row = bits[row_of[v]]
                    before = begin
                    begin += hubs[v]
                    for word in range(HUB_WORDS):
                        common = row[word] & linked[word]
                        while common:
                            bit = lowest(common)
                            common &= common - one
                            found += 1
                            mine[before + np.int64(ones(row[word] & ((one << bit) - one)))] += 1
                            mine[first + entry[(word << 6) + np.int64(bit)]] += 1
                        before += np.int64(ones(row[word]))
                for y in range(begin, up_ptr[v + 1]):
                    w = np.int64(up_idx[y])
                    if (linked[w >> 6] >> np.uint64(w & 63)) & one:
                        found += 1
                        mine[y] += 1
                        mine[first + entry[w]] += 1
                mine[x] += found
            for x in range(first, last):
                linked[np.int64(up_idx[x]) >> 6] = 0


@nb.njit(parallel=True, cache=True)
def _gather(indptr, indices, rank, up_ptr, up_idx, counts, support):  # type: ignore[no-untyped-def]
    """The counts of all threads, at the entry of each link that leads to the smaller rank."""
    for i in nb.prange(len(rank)):
        first, last = up_ptr[rank[i]], up_ptr[rank[i] + 1]
        for x in range(indptr[i], indptr[i + 1]):
            smaller = rank[indices[x]]
            if smaller < rank[i]:
                at = first + np.searchsorted(up_idx[first:last], smaller)
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
