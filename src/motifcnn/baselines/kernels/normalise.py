"""Compiled loops of batch normalisation, ReLU and dropout in one pass, and of their gradient.

Sums over rows are taken in blocks of rows that do not depend on the number of threads, so runs
repeat bit for bit.
"""

from __future__ import annotations

from typing import Any

import numba as nb
import numpy as np

from motifcnn.nn.kernels import hashed


@nb.njit(parallel=True, fastmath=True, cache=True, boundscheck=False)
def moments(x: Any, cuts: Any, sums: Any, squares: Any) -> None:
    """Per block of rows and column the sum of x and of its squares, float64."""
    for block in nb.prange(len(cuts) - 1):
        one, two = sums[block], squares[block]
        one[:] = 0
        two[:] = 0
        for i in range(cuts[block], cuts[block + 1]):
            row = x[i]
            for c in range(len(row)):
                value = np.float64(row[c])
                one[c] += value
                two[c] += value * value


@nb.njit(parallel=True, fastmath=True, cache=True, boundscheck=False)
def rectify(x: Any, factor: Any, shift: Any, limit: Any, seed: Any, scale: Any, out: Any) -> None:
    """``out = dropped(relu(x * factor + shift))``, with the same places left out as `nn.dropout` has for the seed."""
    columns = x.shape[1]
    zero = 0 * scale
    for i in nb.prange(x.shape[0]):
        row, to = x[i], out[i]
        if limit == 0:
            for c in range(columns):
                to[c] = max(row[c] * factor[c] + shift[c], zero)
        else:
            first = np.uint64(i) * np.uint64(columns)
            for c in range(columns):
                kept = scale if hashed(seed, first + np.uint64(c)) >= limit else zero
                to[c] = kept * max(row[c] * factor[c] + shift[c], zero)


@nb.njit(parallel=True, fastmath=True, cache=True, boundscheck=False)
def rectify_sums(
    x: Any, out: Any, gradient: Any, scale: Any, cuts: Any, sums: Any, products: Any
) -> None:
    """Per block of rows and column the sum of the gradient behind the ReLU and of its product with x, float64."""
    zero = 0 * scale
    for block in nb.prange(len(cuts) - 1):
        one, two = sums[block], products[block]
        one[:] = 0
        two[:] = 0
        for i in range(cuts[block], cuts[block + 1]):
            row, after, slope = x[i], out[i], gradient[i]
            for c in range(len(row)):
                value = np.float64(slope[c] * scale if after[c] > zero else zero)
                one[c] += value
                two[c] += value * np.float64(row[c])


@nb.njit(parallel=True, fastmath=True, cache=True, boundscheck=False)
def rectify_back(
    x: Any, out: Any, gradient: Any, factor: Any, constant: Any, slope: Any, dx: Any
) -> None:
    """``dx = factor * gradient where out > 0, + constant + slope * x``, each of the three a number per column."""
    columns = x.shape[1]
    for i in nb.prange(x.shape[0]):
        row, after, given, to = x[i], out[i], gradient[i], dx[i]
        for c in range(columns):
            value = constant[c] + slope[c] * row[c]
            to[c] = value + factor[c] * given[c] if after[c] > 0 else value
