"""Links as a boolean matrix: sorted, each once, and read-only."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse


def as_links(given: Any) -> sparse.csr_array:
    """A copy as a boolean CSR matrix, true wherever a given value is not zero.

    Examples
    --------
    >>> as_links(sparse.coo_array(([1, -1], ([0, 0], [1, 1])), shape=(2, 2))).toarray().tolist()
    [[False, True], [False, False]]
    """
    # Boolean before repeated pairs are merged: numbers would be added up, and 1 - 1, or 256 times 1
    # as int8, would be no link.
    return sparse.csr_array(
        given.astype(bool) if sparse.issparse(given) else sparse.csr_array(given).astype(bool)
    )


def canonical(matrix: sparse.csr_array) -> sparse.csr_array:
    """The same boolean matrix with sorted, unique, true entries and read-only arrays."""
    matrix.sum_duplicates()
    if not matrix.data.all():
        matrix.eliminate_zeros()
    if max(matrix.nnz, *matrix.shape) < np.iinfo(np.int32).max:
        # Half the memory traffic of every kernel.
        matrix.indptr = matrix.indptr.astype(np.int32)
        matrix.indices = matrix.indices.astype(np.int32)
    for part in arrays_of(matrix):
        part.flags.writeable = False
    return matrix


def arrays_of(matrix: Any) -> tuple[npt.NDArray[Any], ...]:
    """The arrays that hold a matrix, dense or CSR."""
    return (matrix.indptr, matrix.indices, matrix.data) if sparse.issparse(matrix) else (matrix,)
