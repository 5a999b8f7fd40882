r"""Compiled loops of graph attention: softmax over the links of each row, weighted sums, and their gradients.

The exponential of a leaky ReLU is the larger of two products, exp(s_i) exp(t_j) and exp(slope s_i)
exp(slope t_j), so the loops over links take none: they get the factors of rows (`p1`, `p2`) and of
columns (`e1`, `e2`), scaled so that none exceeds 1. All arrays are flat; a row has `heads` numbers,
or `heads * width`.
"""

from __future__ import annotations

from typing import Any

import numba as nb
import numpy as np

from motifcnn.baselines.kernels.eights import LANES, attend_column, attend_row


@nb.njit(inline="always")
def _random_bits(seed: Any, place: Any) -> Any:
    """64 random bits as a function of a seed and a place: 16 for each of four heads."""
    z = np.uint64(place) * np.uint64(0x9E3779B97F4A7C15) + seed
    z = (z ^ (z >> np.uint64(33))) * np.uint64(0xFF51AFD7ED558CCD)
    z = (z ^ (z >> np.uint64(33))) * np.uint64(0xC4CEB9FE1A85EC53)
    return z ^ (z >> np.uint64(33))


@nb.njit(parallel=True, fastmath=True, cache=True, boundscheck=False)
def attend(
    indptr: Any,
    indices: Any,
    cuts: Any,
    z: Any,
    p1: Any,
    p2: Any,
    e1: Any,
    e2: Any,
    heads: Any,
    width: Any,
    limit: Any,
    seed: Any,
    scale: Any,
    inverse: Any,
    out: Any,
) -> None:
    """``out_i = sum_j dropped(alpha_ij) z_j`` per head with ``alpha_ij = w_ij inverse_i``; `inverse` is written as well."""
    columns, groups = heads * width, (heads + 3) // 4
    eights = heads == LANES and width == LANES
    for chunk in nb.prange(len(cuts) - 1):
        for i in range(cuts[chunk], cuts[chunk + 1]):
            row, mine = i * columns, i * heads
            begin, end = indptr[i], indptr[i + 1]
            if eights:
                attend_row(indices, z, p1, p2, e1, e2, out, inverse, i, begin, end, limit, seed)
                end = begin
            else:
                for c in range(row, row + columns):
                    out[c] = 0
                for h in range(mine, mine + heads):
                    inverse[h] = 0
            for p in range(begin, end):
                j = np.int64(indices[p])
                bits = np.uint64(0)
                for h in range(heads):
                    weight = max(p1[mine + h] * e1[j * heads + h], p2[mine + h] * e2[j * heads + h])
                    inverse[mine + h] += weight
                    if limit > 0:
                        if h & 3 == 0:
                            bits = _random_bits(seed, p * groups + (h >> 2))
                        weight = weight if bits & np.uint64(0xFFFF) >= limit else 0 * weight
                        bits >>= np.uint64(16)
                    for c in range(h * width, (h + 1) * width):
                        out[row + c] += weight * z[j * columns + c]
            if indptr[i] < indptr[i + 1]:
                for h in range(heads):
                    inverse[mine + h] = 1 / inverse[mine + h]
                    factor = scale * inverse[mine + h]
                    for c in range(row + h * width, row + (h + 1) * width):
                        out[c] *= factor


@nb.njit(parallel=True, fastmath=True, cache=True, boundscheck=False)
def attend_back(
    indptr: Any,
    rows: Any,
    links: Any,
    cuts: Any,
    z: Any,
    p1: Any,
    p2: Any,
    e1: Any,
    e2: Any,
    heads: Any,
    width: Any,
    slope: Any,
    limit: Any,
    seed: Any,
    scale: Any,
    inverse: Any,
    gradient: Any,
    mean: Any,
    logits: Any,
    dz: Any,
    dt: Any,
) -> None:
    """Gradient in the logit of every link, in z and in t, over the transposed links; `links` is the place of each by rows.

    `mean` is the sum of alpha_ij times its own gradient over the links of row i, which is the
    gradient's product with the output.
    """
    columns, groups = heads * width, (heads + 3) // 4
    eights = heads == LANES and width == LANES
    for chunk in nb.prange(len(cuts) - 1):
        for j in range(cuts[chunk], cuts[chunk + 1]):
            column, mine = j * columns, j * heads
            begin, end = indptr[j], indptr[j + 1]
            if eights:
                attend_column(
                    rows,
                    z,
                    links,
                    p1,
                    p2,
                    e1,
                    e2,
                    inverse,
                    gradient,
                    mean,
                    logits,
                    dz,
                    dt,
                    j,
                    begin,
                    end,
                    limit,
                    seed,
                    slope,
                    scale,
                )
                end = begin
            else:
                for c in range(column, column + columns):
                    dz[c] = 0
                for h in range(mine, mine + heads):
                    dt[h] = 0
            for q in range(begin, end):
                i, p = np.int64(rows[q]), links[q]
                bits = np.uint64(0)
                for h in range(heads):
                    one, two = p1[i * heads + h] * e1[mine + h], p2[i * heads + h] * e2[mine + h]
                    alpha = max(one, two) * inverse[i * heads + h]
                    factor = scale
                    if limit > 0:
                        if h & 3 == 0:
                            bits = _random_bits(seed, p * groups + (h >> 2))
                        factor = scale if bits & np.uint64(0xFFFF) >= limit else 0 * scale
                        bits >>= np.uint64(16)
                    value = 0 * scale
                    for c in range(h * width, (h + 1) * width):
                        value += gradient[i * columns + c] * z[column + c]
                    value = alpha * (factor * value - mean[i * heads + h])
                    value = value if one > two else slope * value
                    logits[p * heads + h] = value
                    dt[mine + h] += value
                    for c in range(h * width, (h + 1) * width):
                        dz[column + c] += alpha * factor * gradient[i * columns + c]


@nb.njit(parallel=True, fastmath=True, cache=True, boundscheck=False)
def sum_links(indptr: Any, cuts: Any, heads: Any, logits: Any, ds: Any) -> None:
    """Gradient in s: the sum of the logits' gradients over the links of each row."""
    for chunk in nb.prange(len(cuts) - 1):
        for i in range(cuts[chunk], cuts[chunk + 1]):
            for h in range(i * heads, (i + 1) * heads):
                ds[h] = 0
            for p in range(indptr[i], indptr[i + 1]):
                for h in range(heads):
                    ds[i * heads + h] += logits[p * heads + h]


@nb.njit(fastmath=True, cache=True, boundscheck=False)
def add_scores(
    own: Any, ds: Any, dt: Any, of_row: Any, of_column: Any, heads: Any, width: Any, dz: Any
) -> None:
    """Adds to the gradient in z what reaches it through s and t. One thread: rows may share a column."""
    columns = heads * width
    for j in range(len(dt) // heads):
        for h in range(heads):
            for c in range(h * width, (h + 1) * width):
                dz[j * columns + c] += dt[j * heads + h] * of_column[c]
    for i in range(len(own)):
        for h in range(heads):
            for c in range(h * width, (h + 1) * width):
                dz[own[i] * columns + c] += ds[i * heads + h] * of_row[c]
