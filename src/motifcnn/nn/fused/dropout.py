"""Dropout of constant columns on the CPU, by a hash of row and column.

The definition is ``torch.nn.functional.dropout(x * factors)``, with one factor per row and block of
columns. torch draws about 7 ns per entry, and a step of a one-layer network drops millions of them:
`python -m benchmarks.training.fused` has the time of a whole epoch with either.
"""

from __future__ import annotations

from typing import Any

import numba as nb
import numpy as np

from motifcnn.tensor.kernel.kernel import kernel


@kernel(inline="always")
def _hashed(z: Any) -> Any:
    """32 random bits as a function of 32 bits; eight at once in vector registers."""
    z = np.uint32(z ^ np.uint32(z >> np.uint32(16)))
    z = np.uint32(z * np.uint32(0x7FEB352D))
    z = np.uint32(z ^ np.uint32(z >> np.uint32(15)))
    z = np.uint32(z * np.uint32(0x846CA68B))
    return np.uint32(z ^ np.uint32(z >> np.uint32(16)))


@kernel(parallel=True, fastmath=True, boundscheck=False)
def drop_blocks(x: Any, ends: Any, factors: Any, out: Any, limit: Any, seed: Any) -> None:
    """``out = x * factor``, with entries whose hash is under `limit` set to 0.

    x, out: (n, d). ends: (blocks,), the column at which each block ends. factors: (n, blocks).
    """
    nothing = factors.dtype.type(0)
    for i in nb.prange(x.shape[0]):
        row_seed = _hashed(np.uint32(seed + np.uint32(np.uint32(i) * np.uint32(0x85EBCA6B))))
        begin = 0
        for block in range(len(ends)):
            factor = factors[i, block]
            source, to = x[i, begin : ends[block]], out[i, begin : ends[block]]
            for c in range(len(source)):
                column = np.uint32(np.uint32(begin + c) * np.uint32(0x9E3779B9))
                dropped = _hashed(np.uint32(row_seed + column)) < limit
                to[c] = source[c] * (nothing if dropped else factor)
            begin = ends[block]
