"""Rows of a sorted boolean matrix with some entries more and some fewer."""

from __future__ import annotations

import numpy as np

from motifcnn.tensor.engines.compiled.search import lower_bound
from motifcnn.tensor.kernel.kernel import kernel


@kernel()
def _source(indptr, indices, rows, starts, stops, pool, row):
    """A row before the change as (values, begin, end)."""
    at = lower_bound(rows, 0, len(rows), row)
    if at < len(rows) and rows[at] == row:
        return pool, starts[at], stops[at]
    return indices, np.int64(indptr[row]), np.int64(indptr[row + 1])


@kernel()
def merge_rows(indptr, indices, rows, starts, stops, pool, pairs, signs):
    """The rows that change, after the change.

    Parameters
    ----------
    indptr, indices : the matrix as it once was, with sorted rows
    rows, starts, stops : (r,) int64
        The rows that changed since, and where they are in `pool`.
    pairs : (n, 2) int64, signs : (n,) int64
        Sorted entries that come (1) or go (-1).

    Returns
    -------
    touched : (k,) int64, ends : (k + 1,) int64, merged
        The rows with pairs; row touched[i] is now merged[ends[i]:ends[i + 1]].
    """
    touched, ends = np.empty(len(pairs), np.int64), np.zeros(len(pairs) + 1, np.int64)
    n = 0
    for p in range(len(pairs)):
        if n == 0 or touched[n - 1] != pairs[p, 0]:
            _, low, high = _source(indptr, indices, rows, starts, stops, pool, pairs[p, 0])
            touched[n], ends[n + 1] = pairs[p, 0], ends[n] + high - low
            n += 1
        ends[n] += signs[p]
    merged = np.empty(ends[n], indices.dtype)
    p = to = 0
    for k in range(n):
        values, low, high = _source(indptr, indices, rows, starts, stops, pool, touched[k])
        while p < len(pairs) and pairs[p, 0] == touched[k]:
            while low < high and values[low] < pairs[p, 1]:
                merged[to] = values[low]
                low += 1
                to += 1
            if signs[p] < 0:
                low += 1
            else:
                merged[to] = pairs[p, 1]
                to += 1
            p += 1
        for x in range(low, high):
            merged[to] = values[x]
            to += 1
    return touched[:n], ends[: n + 1], merged
