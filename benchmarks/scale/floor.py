"""The least that any wedge t-b-c has to fetch: both sums of rows, and nothing else.

No scaling, no correction, no wider type for sums, no memory of its own: what grows here is what the
machine's caches and memory make of rows that lie anywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba as nb
import numpy as np
from scipy import sparse

from motifcnn.tensor.engines.compiled.prefetch import prefetch_row

AHEAD = 12  # entries, as `motifcnn.tensor.operator.factored.kernels` has it


def bare_sums(links: sparse.csr_array, back: sparse.csr_array, x: np.ndarray) -> Callable[[], None]:
    """A call that sums rows of x over `back`, (m, n), then over `links`, (n, m), in float32."""
    between = np.empty((back.shape[0], x.shape[1]), np.float32)
    out = np.empty((links.shape[0], x.shape[1]), np.float32)
    there, again = ((m.indptr.astype(np.int64), m.indices.astype(np.uint32)) for m in (back, links))

    def call() -> None:
        sum_rows(*there, x, between)
        sum_rows(*again, between, out)

    return call


@nb.njit(fastmath=True, boundscheck=False)
def sum_rows(indptr: Any, indices: Any, x: Any, out: Any) -> None:
    """``out[i]`` is the sum of the rows of x that row i lists."""
    for i in range(len(indptr) - 1):
        row = out[i]
        row[:] = 0
        for p in range(indptr[i], indptr[i + 1]):
            if p + AHEAD < len(indices):
                prefetch_row(x, indices[p + AHEAD])
            other = x[indices[p]]
            for c in range(len(row)):
                row[c] += other[c]
