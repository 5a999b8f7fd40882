"""Compiled loops of the network: sparse times dense, and dropout that depends on a seed and a place only."""

from __future__ import annotations

from typing import Any

import numba as nb
import numpy as np

from motifcnn.nn.panels import VECTOR_BYTES, four_vectors, half_vector, one_vector, two_vectors


@nb.njit(parallel=True, fastmath=True, cache=True, boundscheck=False)
def product(
    rows: Any,
    indptr: Any,
    indices: Any,
    values: Any,
    cuts: Any,
    x: Any,
    source: Any,
    out: Any,
    column: Any,
    width: Any,
) -> None:
    """``out[:, column:column + width] = A @ x[:, source:source + width]``.

    rows: which row of A is stored at each place; cuts: first place of each chunk.
    """
    lanes = VECTOR_BYTES // x.itemsize
    for chunk in nb.prange(len(cuts) - 1):
        for at in range(cuts[chunk], cuts[chunk + 1]):
            i, begin, end, c = np.int64(rows[at]), indptr[at], indptr[at + 1], 0
            while c + 4 * lanes <= width:
                four_vectors(indices, values, x, out, i, begin, end, source + c, column + c)
                c += 4 * lanes
            if c + 2 * lanes <= width:
                two_vectors(indices, values, x, out, i, begin, end, source + c, column + c)
                c += 2 * lanes
            if c + lanes <= width:
                one_vector(indices, values, x, out, i, begin, end, source + c, column + c)
                c += lanes
            if c + lanes // 2 <= width:
                half_vector(indices, values, x, out, i, begin, end, source + c, column + c)
                c += lanes // 2
            if c < width:
                row = out[i, column + c : column + width]
                row[:] = 0
                for p in range(begin, end):
                    value, other = values[p], x[indices[p], source + c : source + width]
                    for k in range(len(row)):
                        row[k] += value * other[k]


@nb.njit(inline="always")
def hashed(seed: Any, place: Any) -> Any:
    """32 random bits as a function of a seed and a place (the finaliser of MurmurHash3, 64 bit)."""
    z = place * np.uint64(0x9E3779B97F4A7C15) + seed
    z = (z ^ (z >> np.uint64(33))) * np.uint64(0xFF51AFD7ED558CCD)
    z = (z ^ (z >> np.uint64(33))) * np.uint64(0xC4CEB9FE1A85EC53)
    return z >> np.uint64(32)


@nb.njit(parallel=True, fastmath=True, cache=True, boundscheck=False)
def product_with_dropout(
    rows: Any,
    indptr: Any,
    indices: Any,
    values: Any,
    cuts: Any,
    x: Any,
    out: Any,
    limit: Any,
    seed: Any,
    scale: Any,
    transposed: Any,
) -> None:
    """``out = scale * (A * mask) @ x``: an entry stays if its hash is not under `limit`, the same one in the transpose."""
    columns = x.shape[1]
    for chunk in nb.prange(len(cuts) - 1):
        for at in range(cuts[chunk], cuts[chunk + 1]):
            i = rows[at]
            row = out[i]
            for c in range(columns):
                row[c] = 0
            for p in range(indptr[at], indptr[at + 1]):
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


@nb.njit(parallel=True, fastmath=True, cache=True, boundscheck=False)
def dropout_blocks(x: Any, ends: Any, factors: Any, out: Any, limit: Any, seed: Any, scale: Any) -> None:
    """`dropout` of a matrix, times ``factors[i, p]`` in row i of block p; ends: the column at which each block ends."""
    width = x.shape[1]
    for i in nb.prange(x.shape[0]):
        begin = 0
        for p in range(len(ends)):
            factor = factors[i, p] * scale
            if factor == 0:
                out[i, begin : ends[p]] = 0
            else:
                for c in range(begin, ends[p]):
                    out[i, c] = 0 if hashed(seed, np.uint64(i * width + c)) < limit else x[i, c] * factor
            begin = ends[p]
