"""Bit operations that are single instructions, and boolean matrices with one bit per entry."""

from __future__ import annotations

from typing import Any

import numba as nb
import numpy as np
from numba.extending import intrinsic

from motifcnn.tensor.kernel.kernel import kernel


def _ones(typing_context: Any, word: Any) -> Any:
    """Number of set bits of an unsigned word."""
    return word(word), lambda context, builder, signature, arguments: builder.ctpop(arguments[0])


def _lowest(typing_context: Any, word: Any) -> Any:
    """Position of the lowest set bit of an unsigned word."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(nb.types.boolean, 0))

    return word(word), emit


ones: Any = intrinsic(_ones)
lowest: Any = intrinsic(_lowest)


@kernel(parallel=True)
def bit_rows(indptr, indices, columns):
    """A boolean CSR matrix as (rows, ceil(columns / 64)) unsigned words."""
    rows = len(indptr) - 1
    words = np.zeros((rows, (columns + 63) >> 6), dtype=np.uint64)
    for i in nb.prange(rows):
        for x in range(indptr[i], indptr[i + 1]):
            j = np.int64(indices[x])
            words[i, j >> 6] |= np.uint64(1) << np.uint64(j & 63)
    return words
