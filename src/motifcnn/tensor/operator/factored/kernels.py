"""Compiled loops of the factored form: scaled sparse times dense, and masked products."""

from __future__ import annotations

from typing import Any

import numba as nb
import numpy as np

from motifcnn.tensor.engines.compiled.prefetch import prefetch_row
from motifcnn.tensor.engines.compiled.search import lower_bound
from motifcnn.tensor.kernel.kernel import kernel

AHEAD = 12  # entries; about as many as are processed while a row comes from memory


@kernel(parallel=True, boundscheck=False)
def add_product(
    indptr: Any,
    indices: Any,
    values: Any,
    left: Any,
    right: Any,
    cuts: Any,
    first: Any,
    x: Any,
    out: Any,
) -> None:
    """``out += diag(left) A diag(right) @ x`` for the rows from `first` on.

    `cuts` has the first row of each chunk. Sums are taken in the type of `out`. `values`, `left`
    and `right` are int64; an empty one is all ones.
    """
    columns = x.shape[1]
    weighted, by_row, by_column = len(values) > 0, len(left) > 0, len(right) > 0
    entries = len(indices)
    # Allocated here, as an error within the loop is lost; rows of 128 bytes and more, as each
    # thread writes its own.
    scales = np.empty((len(cuts) - 1, 32), out.dtype)
    for chunk in nb.prange(len(cuts) - 1):
        scale = scales[chunk]
        for i in range(cuts[chunk], cuts[chunk + 1]):
            row = out[i - first]
            p, end = indptr[i], indptr[i + 1]
            while p < end:
                # Four entries per pass: the row is read and written a quarter as often.
                together = min(4, end - p)
                for q in range(p + AHEAD, min(p + AHEAD + together, entries)):
                    prefetch_row(x, indices[q])
                for q in range(together):
                    scale[q] = 1
                    if weighted:
                        scale[q] *= values[p + q]
                    if by_row:
                        scale[q] *= left[i]
                    if by_column:
                        scale[q] *= right[indices[p + q]]
                if together == 4:
                    v0, v1, v2, v3 = scale[0], scale[1], scale[2], scale[3]
                    s0, s1, s2, s3 = (
                        x[indices[p]],
                        x[indices[p + 1]],
                        x[indices[p + 2]],
                        x[indices[p + 3]],
                    )
                    for c in range(columns):
                        row[c] += v0 * s0[c] + v1 * s1[c] + v2 * s2[c] + v3 * s3[c]
                else:
                    for q in range(together):
                        value, source = scale[q], x[indices[p + q]]
                        for c in range(columns):
                            row[c] += value * source[c]
                p += together


@kernel(parallel=True, boundscheck=False)
def begin_rows(diagonal: Any, x: Any, first: Any, out: Any) -> None:
    """``out = diag(diagonal) x`` for the rows from `first` on; an empty diagonal is zero."""
    for i in nb.prange(out.shape[0]):
        for c in range(out.shape[1]):
            out[i, c] = diagonal[first + i] * x[first + i, c] if len(diagonal) > 0 else 0


@kernel(parallel=True, boundscheck=False)
def scale_rows(x: Any, factor: Any, out: Any) -> None:
    """``out = diag(factor) x``, rounded to the type of `out`."""
    for i in nb.prange(out.shape[0]):
        for c in range(out.shape[1]):
            out[i, c] = x[i, c] * factor[i]


@kernel(parallel=True, boundscheck=False)
def masked_product(
    mask: Any, first: Any, other: Any, middle: Any, width: Any, cuts: Any, out: Any, marks: Any
) -> None:
    """For each entry (y, z) of `mask`, the sum over x of ``first[y, x] * middle[x] * other[z, x]``.

    Rows of `other` are sorted. An empty array of values, or an empty `middle`, is all ones. There
    is a mark for each chunk.
    """
    mask_ptr, mask_idx = mask
    first_ptr, first_idx, first_values = first
    other_ptr, other_idx, other_values = other
    for chunk in nb.prange(len(cuts) - 1):
        seen = np.zeros(width, dtype=np.int64)
        for y in range(cuts[chunk], cuts[chunk + 1]):
            if mask_ptr[y] == mask_ptr[y + 1]:
                continue
            begin, end = first_ptr[y], first_ptr[y + 1]
            for p in range(begin, end):
                weight = first_values[p] if len(first_values) > 0 else 1
                seen[first_idx[p]] = weight * middle[first_idx[p]] if len(middle) > 0 else weight
            for q in range(mask_ptr[y], mask_ptr[y + 1]):
                z = np.int64(mask_idx[q])
                low, high = other_ptr[z], other_ptr[z + 1]
                total = np.int64(0)
                if high - low <= 16 * (end - begin):
                    for p in range(low, high):
                        total += seen[other_idx[p]] * (
                            other_values[p] if len(other_values) > 0 else 1
                        )
                else:  # a hub: look the few up in its row
                    for p in range(begin, end):
                        at = lower_bound(other_idx, low, high, first_idx[p])
                        if at < high and other_idx[at] == first_idx[p]:
                            total += seen[first_idx[p]] * (
                                other_values[at] if len(other_values) > 0 else 1
                            )
                out[q] = total
            for p in range(begin, end):
                seen[first_idx[p]] = 0
        marks[chunk] = True
