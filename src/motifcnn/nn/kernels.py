"""Compiled loops of the network: sparse times dense, and dropout that depends on a seed and a place only."""

from __future__ import annotations

from typing import Any

import numba as nb
import numpy as np


@nb.njit(parallel=True, fastmath=True, cache=True, boundscheck=False)
def product(indptr: Any, indices: Any, values: Any, cuts: Any, x: Any, out: Any) -> None:
    """``out = A @ x``; cuts: first row of each chunk."""
    columns = x.shape[1]
    for chunk in nb.prange(len(cuts) - 1):
        for i in range(cuts[chunk], cuts[chunk + 1]):
            row = out[i]
            for c in range(columns):
                row[c] = 0
            p, end = indptr[i], indptr[i + 1]
            # Four entries per pass: the row is read and written a quarter as often.
            while p + 4 <= end:
                v0, v1, v2, v3 = values[p], values[p + 1], values[p + 2], values[p + 3]
                s0, s1, s2, s3 = x[indices[p]], x[indices[p + 1]], x[indices[p + 2]], x[indices[p + 3]]
                for c in range(columns):
                    row[c] += v0 * s0[c] + v1 * s1[c] + v2 * s2[c] + v3 * s3[c]
                p += 4
            while p < end:
                value, source = values[p], x[indices[p]]
                for c in range(columns):
                    row[c] += value * source[c]
                p += 1


@nb.njit(inline="always")
def hashed(seed: Any, place: Any) -> Any:
    """32 random bits as a function of a seed and a place (the finaliser of MurmurHash3, 64 bit)."""
    z = place * np.uint64(0x9E3779B97F4A7C15) + seed
    z = (z ^ (z >> np.uint64(33))) * np.uint64(0xFF51AFD7ED558CCD)
    z = (z ^ (z >> np.uint64(33))) * np.uint64(0xC4CEB9FE1A85EC53)
    return z >> np.uint64(32)


@nb.njit(parallel=True, fastmath=True, cache=True, boundscheck=False)
def product_with_dropout(
    indptr: Any, indices: Any, values: Any, cuts: Any, x: Any, out: Any, limit: Any, seed: Any, scale: Any, transposed: Any
) -> None:
    """``out = scale * (A * mask) @ x``: an entry stays if its hash is not under `limit`, the same one in the transpose."""
    columns = x.shape[1]
    for chunk in nb.prange(len(cuts) - 1):
        for i in range(cuts[chunk], cuts[chunk + 1]):
            row = out[i]
            for c in range(columns):
                row[c] = 0
            for p in range(indptr[i], indptr[i + 1]):
                j = indices[p]
                one, two = (j, i) if transposed else (i, j)
                if hashed(seed, (np.uint64(one) << np.uint64(32)) | np.uint64(two)) < limit:
                    continue
                value = values[p] * scale
                source = x[j]
                for c in range(columns):
                    row[c] += value * source[c]


@nb.njit(parallel=True, fastmath=True, cache=True, boundscheck=False)
def dropout(x: Any, out: Any, limit: Any, seed: Any, scale: Any) -> None:
    """``out = scale * (x * mask)`` for flat arrays."""
    for i in nb.prange(len(x)):
        out[i] = 0 if hashed(seed, np.uint64(i)) < limit else x[i] * scale
