"""Compiled loops of the network: sparse times dense, and dropout that depends on a seed and a place only."""

from __future__ import annotations

from typing import Any

import numba as nb
import numpy as np

from motifcnn.nn.panels import add_to_row, write_row

_AT_ONCE = 256


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
    for chunk in nb.prange(len(cuts) - 1):
        for at in range(cuts[chunk], cuts[chunk + 1]):
            write_row(
                indices,
                values,
                x,
                out,
                np.int64(rows[at]),
                indptr[at],
                indptr[at + 1],
                source,
                column,
                width,
            )


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
    for chunk in nb.prange(len(cuts) - 1):
        # Entries that stay are written side by side first: no branch to guess, and the sum stays in
        # registers.
        kept, scaled = np.empty(_AT_ONCE, np.uint32), np.empty(_AT_ONCE, x.dtype)
        for at in range(cuts[chunk], cuts[chunk + 1]):
            i, end = np.int64(rows[at]), indptr[at + 1]
            out[i] = 0
            for begin in range(indptr[at], end, _AT_ONCE):
                count = np.int64(0)
                for p in range(begin, min(end, begin + _AT_ONCE)):
                    j = indices[p]
                    one, two = (
                        (np.uint64(j), np.uint64(i)) if transposed else (np.uint64(i), np.uint64(j))
                    )
                    kept[count], scaled[count] = j, values[p] * scale
                    count += np.int64(hashed(seed, (one << np.uint64(32)) | two) >= limit)
                add_to_row(kept, scaled, x, out, i, 0, count, 0, 0, x.shape[1])


@nb.njit(parallel=True, fastmath=True, cache=True, boundscheck=False)
def dropout(x: Any, out: Any, limit: Any, seed: Any, scale: Any) -> None:
    """``out = scale * (x * mask)`` for flat arrays."""
    for i in nb.prange(len(x)):
        out[i] = 0 if hashed(seed, np.uint64(i)) < limit else x[i] * scale


@nb.njit(inline="always")
def _mixed(z: Any) -> Any:
    """32 random bits as a function of 32 bits, in steps that a processor takes for eight numbers at once."""
    z = np.uint32(z ^ np.uint32(z >> np.uint32(16)))
    z = np.uint32(z * np.uint32(0x7FEB352D))
    z = np.uint32(z ^ np.uint32(z >> np.uint32(15)))
    z = np.uint32(z * np.uint32(0x846CA68B))
    return np.uint32(z ^ np.uint32(z >> np.uint32(16)))


@nb.njit(parallel=True, fastmath=True, cache=True, boundscheck=False)
def dropout_blocks(x: Any, ends: Any, factors: Any, out: Any, limit: Any, seed: Any) -> None:
    """`dropout` of a matrix, times ``factors[i, p]`` in row i of block p; ends: the column at which each block ends."""
    nothing, under = factors.dtype.type(0), np.uint32(limit)
    for i in nb.prange(x.shape[0]):
        row_seed = np.uint32(hashed(seed, np.uint64(i)))
        begin = 0
        for p in range(len(ends)):
            factor, source, to = factors[i, p], x[i, begin : ends[p]], out[i, begin : ends[p]]
            for c in range(len(source)):
                bits = _mixed(
                    np.uint32(row_seed + np.uint32(np.uint32(begin + c) * np.uint32(0x9E3779B9)))
                )
                to[c] = source[c] * (nothing if bits < under else factor)
            begin = ends[p]
