"""Rows of a sorted boolean matrix with some entries more and some fewer."""

from __future__ import annotations

import numba as nb
import numpy as np


@nb.njit(cache=True)
def _source(indptr, indices, rows, starts, replaced, at, row):  # type: ignore[no-untyped-def]
    """A row before the change as (values, begin, end, next place among the replaced rows)."""
    if at < len(rows) and rows[at] == row:
        return replaced, starts[at], starts[at + 1], at + 1
    return indices, np.int64(indptr[row]), np.int64(indptr[row + 1]), at


@nb.njit(cache=True)
def merge_rows(indptr, indices, rows, starts, replaced, pairs, signs):  # type: ignore[no-untyped-def]
    """The rows that differ from those of (indptr, indices): those that did before, and those with pairs.

    Parameters
    ----------
    indptr, indices : the matrix as it once was, with sorted rows
    rows, starts, replaced : (r,), (r + 1,), (m,)
        The rows that changed since, and what they are.
    pairs : (n, 2) int64, signs : (n,) int64
        Sorted entries that come (1) or go (-1).

    Returns
    -------
    rows, starts, replaced : the same after the change
    """
    most = len(rows) + len(pairs)
    new_rows, new_starts = np.empty(most, np.int64), np.zeros(most + 1, np.int64)
    n, at, p = 0, 0, 0
    while at < len(rows) or p < len(pairs):
        row = rows[at] if p == len(pairs) or (at < len(rows) and rows[at] < pairs[p, 0]) else pairs[p, 0]
        _, low, high, at = _source(indptr, indices, rows, starts, replaced, at, row)
        length = high - low
        while p < len(pairs) and pairs[p, 0] == row:
            length += signs[p]
            p += 1
        new_rows[n], new_starts[n + 1] = row, new_starts[n] + length
        n += 1
    merged = np.empty(new_starts[n], indices.dtype)
    at, p, to = 0, 0, 0
    for k in range(n):
        row = new_rows[k]
        values, low, high, at = _source(indptr, indices, rows, starts, replaced, at, row)
        while p < len(pairs) and pairs[p, 0] == row:
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
    return new_rows[:n], new_starts[: n + 1], merged
