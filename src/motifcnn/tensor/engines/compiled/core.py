"""Triangles with a corner in the core, the few thousand nodes of highest degree.

Most triangles of skewed graphs are there. The core's links among each other are a matrix of bits,
and triangles inside it are set bits of conjunctions: 64 at a time. All other triangles at a core
node v are found in the lists of its outer neighbours u, with the neighbours of v marked. While v is
fixed, what is counted stays close in memory: (v, u) in a register, (v, w) in a row of counters.
"""

from __future__ import annotations

import numba as nb
import numpy as np

from motifcnn.tensor.engines.compiled.bits import lowest, ones
from motifcnn.tensor.engines.compiled.prefetch import prefetch
from motifcnn.tensor.kernel.kernel import kernel

BLOCK = 128  # rows of bits that stay in the nearest cache while all others are read
AHEAD = 8  # lists from the one that is read to the one that is prefetched


@kernel(parallel=True)
def core_bits(indptr, indices, order, rank, size):
    """The links among the first `size` ranks: (size, words) uint64, words a multiple of 8."""
    bits = np.zeros((size, ((size + 511) >> 9) << 3), dtype=np.uint64)
    for k in nb.prange(size):
        i = np.int64(order[k])
        for x in range(indptr[i], indptr[i + 1]):
            c = np.uint64(rank[indices[x]])
            if c < np.uint64(size):
                bits[k, c >> np.uint64(6)] |= np.uint64(1) << (c & np.uint64(63))
    return bits


@kernel()
def _shared(row, other):
    common = np.uint64(0)
    for word in range(len(row)):
        common += ones(row[word] & other[word])
    return np.uint32(common)


@kernel(parallel=True)
def inner_support(bits, threads):
    """Triangles inside the core on each of its links, in row order, and where each row begins."""
    size = len(bits)
    starts = np.zeros(size + 1, dtype=np.int64)
    for k in nb.prange(size):
        starts[k + 1] = _shared(bits[k], bits[k])
    starts = np.cumsum(starts)
    support = np.empty(starts[size], dtype=np.uint32)
    for thread in nb.prange(threads):
        for low in range(thread * BLOCK, size, threads * BLOCK):
            high = min(low + BLOCK, size)
            following = starts[low:high].copy()
            for v in range(size):
                row = bits[v]
                for word in range(low >> 6, (high + 63) >> 6):
                    rest = row[word]
                    while rest:
                        w = (word << 6) + np.int64(lowest(rest))
                        rest &= rest - np.uint64(1)
                        support[following[w - low]] = _shared(row, bits[w])
                        following[w - low] += 1
    return support, starts


@kernel()
def _walk(idx, first, last, near, counter, k):
    """How many of a list are marked, and the place of k in it; counts every entry of the list."""
    hits, at = np.uint32(0), first
    for y in range(first, last):
        w = idx[y]
        hits += near[w]
        counter[w] += np.uint32(1)
        at = y if w == k else at
    return hits, at


@kernel(parallel=True)
def core_support(links, ranks, core, outer, low, high, marks, longest, support, mirror, counts):
    """All triangles at the core nodes `low` to `high`.

    Those on their links are written to `support`; those on links of outer nodes to them also to
    `mirror`, at the place of the core node in the list. Those on links between outer nodes are
    added to `counts`. There is a mark for each thread.
    """
    indptr, indices = links
    order, rank = ranks
    bits, inner, inner_starts = core
    heads, idx = outer
    size, one = np.uint32(len(bits)), np.uint64(1)
    threads = len(marks)
    for thread in nb.prange(threads):
        mine = counts[thread]
        near_core, counter = (
            np.zeros(len(bits), dtype=np.uint8),
            np.zeros(len(bits), dtype=np.uint32),
        )
        near, place = (
            np.zeros((len(rank) >> 6) + 1, dtype=np.uint64),
            np.empty(len(rank), dtype=np.uint32),
        )
        row, in_core = np.empty(longest, dtype=np.uint32), np.empty(longest, dtype=np.uint32)
        outside, found = np.empty(longest, dtype=np.uint32), np.empty(longest, dtype=np.uint32)
        at = np.empty(longest, dtype=heads.dtype)
        head = np.zeros((longest + AHEAD, 4), dtype=heads.dtype)
        for k in range(low + thread, high, threads):
            i = np.int64(order[k])
            first, degree = np.uint64(indptr[i]), np.uint64(indptr[i + 1] - indptr[i])
            for x in range(degree):
                row[x] = rank[indices[first + x]]
            n_core, n_outside = np.uint64(0), np.uint64(0)
            for x in range(degree):
                r = row[x]
                if r < size:
                    near_core[r] = 1
                    in_core[n_core] = x
                    n_core += one
                else:
                    near[r >> np.uint32(6)] |= one << np.uint64(r & np.uint32(63))
                    place[r] = n_outside
                    source = heads[r - size]
                    for part in range(4):
                        head[n_outside, part] = source[part]
                    found[n_outside] = 0
                    outside[n_outside] = x
                    n_outside += one
            counter[:] = 0
            following = inner_starts[k]
            for word in range(bits.shape[1]):
                rest = bits[k, word]
                while rest:
                    counter[(word << 6) + np.int64(lowest(rest))] = inner[following]
                    rest &= rest - one
                    following += 1
            for q in range(n_outside):
                soon = head[q + np.uint64(AHEAD)]
                prefetch(idx, soon[0])
                if soon[2] < soon[3]:
                    prefetch(idx, soon[2])
                hits, at[q] = _walk(idx, head[q, 0], head[q, 1], near_core, counter, np.uint32(k))
                for y in range(head[q, 2], head[q, 3]):
                    w = idx[y]
                    # Rare, so the branch is predictable.
                    if (near[w >> np.uint32(6)] >> np.uint64(w & np.uint32(63))) & one:
                        hits += np.uint32(1)
                        mine[y] += np.uint32(1)
                        found[place[w]] += np.uint32(1)
                found[q] += hits
            for q in range(n_outside):
                mirror[at[q]] = found[q]
                support[first + outside[q]] = found[q]
                near[row[outside[q]] >> np.uint32(6)] = 0
            for q in range(n_core):
                c = row[in_core[q]]
                near_core[c] = 0
                support[first + in_core[q]] = counter[c]
        marks[thread] = True
