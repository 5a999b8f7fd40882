"""Sparse times dense on the CPU, rows in parallel: ``out = A @ x``."""

from __future__ import annotations

from typing import Any

import numba as nb

from motifcnn.nn.fused.spmm_microkernel import write_row
from motifcnn.nn.fused.threads import threads_for


def product(indptr: Any, indices: Any, values: Any, chunks: Any, x: Any, out: Any) -> None:
    """Fills `out`, (n, c), from the CSR arrays of A, (n, m), and `x`, (m, c).

    chunks: first row of each chunk of rows. One thread sums a row in the order of its entries, so
    the result does not depend on the number of threads.
    """
    with threads_for(len(values) * x.shape[1]):
        _product(indptr, indices, values, chunks, x, out)


@nb.njit(parallel=True, fastmath=True, cache=True, boundscheck=False)
def _product(indptr: Any, indices: Any, values: Any, chunks: Any, x: Any, out: Any) -> None:
    for chunk in nb.prange(len(chunks) - 1):
        for row in range(chunks[chunk], chunks[chunk + 1]):
            write_row(indices, values, x, out, row, indptr[row], indptr[row + 1])
