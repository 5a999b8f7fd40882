"""Compiled loops of graph attention: softmax over the links of each row, weighted sums, and their gradients."""

from __future__ import annotations

from typing import Any

import numba as nb
import numpy as np

from motifcnn.nn.kernels import hashed


@nb.njit(parallel=True, fastmath=True, cache=True, boundscheck=False)
def attend(
    indptr: Any,
    indices: Any,
    cuts: Any,
    z: Any,
    s: Any,
    t: Any,
    slope: Any,
    limit: Any,
    seed: Any,
    scale: Any,
    alpha: Any,
    out: Any,
) -> None:
    """``alpha = softmax(leaky(s_i + t_j))`` over the links of row i, then ``out_i = sum_j dropped(alpha_ij) z_j``, per head."""
    heads = s.shape[1]
    width = z.shape[1] // heads
    for chunk in nb.prange(len(cuts) - 1):
        for i in range(cuts[chunk], cuts[chunk + 1]):
            begin, end = indptr[i], indptr[i + 1]
            row = out[i]
            for c in range(len(row)):
                row[c] = 0
            if begin == end:
                continue
            for h in range(heads):
                top = alpha[begin, h]
                for p in range(begin, end):
                    e = s[i, h] + t[indices[p], h]
                    e = e if e > 0 else slope * e
                    alpha[p, h] = e
                    top = e if p == begin else max(top, e)
                total = 0 * top
                for p in range(begin, end):
                    alpha[p, h] = np.exp(alpha[p, h] - top)
                    total += alpha[p, h]
                for p in range(begin, end):
                    alpha[p, h] /= total
            for p in range(begin, end):
                source = z[indices[p]]
                for h in range(heads):
                    if hashed(seed, np.uint64(p * heads + h)) < limit:
                        continue
                    weight = alpha[p, h] * scale
                    for c in range(h * width, (h + 1) * width):
                        row[c] += weight * source[c]


@nb.njit(parallel=True, fastmath=True, cache=True, boundscheck=False)
def attend_back(
    indptr: Any,
    indices: Any,
    cuts: Any,
    z: Any,
    s: Any,
    t: Any,
    slope: Any,
    limit: Any,
    seed: Any,
    scale: Any,
    alpha: Any,
    gradient: Any,
    logits: Any,
    ds: Any,
) -> None:
    """Gradient in the logit of every link, (links, heads), and in s."""
    heads = s.shape[1]
    width = z.shape[1] // heads
    for chunk in nb.prange(len(cuts) - 1):
        for i in range(cuts[chunk], cuts[chunk + 1]):
            begin, end = indptr[i], indptr[i + 1]
            row = gradient[i]
            for h in range(heads):
                mean = 0 * s[i, h]
                for p in range(begin, end):
                    value = 0 * s[i, h]
                    if hashed(seed, np.uint64(p * heads + h)) >= limit:
                        source = z[indices[p]]
                        for c in range(h * width, (h + 1) * width):
                            value += row[c] * source[c]
                        value *= scale
                    logits[p, h] = value
                    mean += alpha[p, h] * value
                total = 0 * mean
                for p in range(begin, end):
                    value = alpha[p, h] * (logits[p, h] - mean)
                    if s[i, h] + t[indices[p], h] <= 0:
                        value *= slope
                    logits[p, h] = value
                    total += value
                ds[i, h] = total


@nb.njit(parallel=True, fastmath=True, cache=True, boundscheck=False)
def attend_back_sources(
    indptr: Any,
    rows: Any,
    links: Any,
    cuts: Any,
    limit: Any,
    seed: Any,
    scale: Any,
    alpha: Any,
    gradient: Any,
    logits: Any,
    dz: Any,
    dt: Any,
) -> None:
    """Gradient in z and t, over the transposed links: `links` is the place of each in the order of rows."""
    heads = alpha.shape[1]
    width = dz.shape[1] // heads
    for chunk in nb.prange(len(cuts) - 1):
        for j in range(cuts[chunk], cuts[chunk + 1]):
            mine = dz[j]
            for c in range(len(mine)):
                mine[c] = 0
            for h in range(heads):
                dt[j, h] = 0
            for q in range(indptr[j], indptr[j + 1]):
                p = links[q]
                row = gradient[rows[q]]
                for h in range(heads):
                    dt[j, h] += logits[p, h]
                    if hashed(seed, np.uint64(p * heads + h)) < limit:
                        continue
                    weight = alpha[p, h] * scale
                    for c in range(h * width, (h + 1) * width):
                        mine[c] += weight * row[c]
