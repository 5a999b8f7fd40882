"""Compiled loops of joined units: products between some columns of wider matrices, and attention over units side by side.

Every row of a result belongs to one thread, and sums over rows are taken in a fixed number of
parts: the number of threads changes no bit.
"""

from __future__ import annotations

import math
from typing import Any

import numba as nb
import numpy as np

from motifcnn.nn.panels import add_to_row


@nb.njit(parallel=True, fastmath=True, cache=True, boundscheck=False)
def product_added(
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
    """``out[:, column:column + width] += A @ x[:, source:source + width]``."""
    for chunk in nb.prange(len(cuts) - 1):
        for at in range(cuts[chunk], cuts[chunk + 1]):
            if indptr[at] < indptr[at + 1]:
                add_to_row(
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


@nb.njit(parallel=True, fastmath=True, cache=True, boundscheck=False)
def attend(units: Any, z: Any, scale: Any, weights: Any, out: Any) -> None:
    """``weights = softmax(scale * z . units)``, (n, motifs), and ``out = sum of weights * units``, (n, d).

    units: (n, motifs * d).
    """
    motifs, d = z.shape
    for i in nb.prange(out.shape[0]):
        largest = -np.inf
        for m in range(motifs):
            unit, own = units[i, m * d : (m + 1) * d], z[m]
            dot = out.dtype.type(0)
            for c in range(d):
                dot += own[c] * unit[c]
            weights[i, m] = dot * scale
            largest = max(largest, weights[i, m])
        total = out.dtype.type(0)
        for m in range(motifs):
            weights[i, m] = math.exp(weights[i, m] - largest)
            total += weights[i, m]
        row = out[i]
        for c in range(d):
            row[c] = 0
        for m in range(motifs):
            weights[i, m] /= total
            weight, unit = weights[i, m], units[i, m * d : (m + 1) * d]
            for c in range(d):
                row[c] += weight * unit[c]


@nb.njit(parallel=True, fastmath=True, cache=True, boundscheck=False)
def attend_back(
    slope: Any, units: Any, z: Any, scale: Any, weights: Any, below: Any, out: Any, z_parts: Any
) -> None:
    """Gradients of `attend` and of the activation before it.

    slope : (n, d), of the result; below: slope of the activation at or under 0 is `below` * (1 +
    unit); out: (n, motifs * d), of what the activation was given; z_parts: (parts, motifs, d), adds
    up to that of z.
    """
    motifs, d = z.shape
    n, parts = slope.shape[0], z_parts.shape[0]
    for part in nb.prange(parts):
        own = z_parts[part]
        own[:] = 0
        dots = np.empty(motifs, slope.dtype)
        for i in range(n * part // parts, n * (part + 1) // parts):
            row = slope[i]
            mean = slope.dtype.type(0)
            for m in range(motifs):
                unit = units[i, m * d : (m + 1) * d]
                dot = slope.dtype.type(0)
                for c in range(d):
                    dot += row[c] * unit[c]
                dots[m] = dot
                mean += weights[i, m] * dot
            for m in range(motifs):
                weight = weights[i, m]
                score = weight * (dots[m] - mean) * scale
                unit, result, its, total = (
                    units[i, m * d : (m + 1) * d],
                    out[i, m * d : (m + 1) * d],
                    z[m],
                    own[m],
                )
                for c in range(d):
                    value = unit[c]
                    total[c] += score * value
                    passed = weight * row[c] + score * its[c]
                    result[c] = passed if value > 0 else passed * below * (1 + value)


@nb.njit(parallel=True, fastmath=True, cache=True, boundscheck=False)
def mix(units: Any, weights: Any, out: Any) -> None:
    """``out = sum of weights * units``, (n, d), with one weight per motif, from (n, motifs * d)."""
    d = out.shape[1]
    for i in nb.prange(out.shape[0]):
        row = out[i]
        for c in range(d):
            row[c] = 0
        for m in range(len(weights)):
            weight, unit = weights[m], units[i, m * d : (m + 1) * d]
            for c in range(d):
                row[c] += weight * unit[c]


@nb.njit(parallel=True, fastmath=True, cache=True, boundscheck=False)
def mix_back(slope: Any, units: Any, weights: Any, below: Any, out: Any, weight_parts: Any) -> None:
    """Gradients of `mix` and of the activation before it, as `attend_back` has them; weight_parts: (parts, motifs)."""
    n, d = slope.shape
    parts = weight_parts.shape[0]
    for part in nb.prange(parts):
        for m in range(len(weights)):
            weight_parts[part, m] = 0
        for i in range(n * part // parts, n * (part + 1) // parts):
            row = slope[i]
            for m in range(len(weights)):
                weight, unit, result = (
                    weights[m],
                    units[i, m * d : (m + 1) * d],
                    out[i, m * d : (m + 1) * d],
                )
                dot = slope.dtype.type(0)
                for c in range(d):
                    value = unit[c]
                    dot += row[c] * value
                    passed = weight * row[c]
                    result[c] = passed if value > 0 else passed * below * (1 + value)
                weight_parts[part, m] += dot
