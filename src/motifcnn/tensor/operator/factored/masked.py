"""Masked products: of all walks of two steps, those that a link closes."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.tensor.csr import row_chunks, row_starts
from motifcnn.tensor.kernel.finished import no_part_finished, require_finished
from motifcnn.tensor.operator.factored.counts import Vector

Parts = tuple[npt.NDArray[np.int64], npt.NDArray[np.unsignedinteger], npt.NDArray[np.int64]]
Number = TypeVar("Number", bound=np.generic)
SMALL = 300_000  # steps that scipy does before Numba is loaded


def masked_product(
    mask: sparse.csr_array, first: sparse.csr_array, middle: Vector | None, other: sparse.csr_array
) -> sparse.csr_array:
    """``mask * (first diag(middle) other')``, elementwise with the mask.

    The result is no larger than the mask: (n_y, n_z) int64 CSR without stored zeros.

    Parameters
    ----------
    mask : (n_y, n_z)
    first : (n_y, n_x)
    middle : (n_x,) or None for ones
    other : (n_z, n_x)
    """
    steps = int(np.diff(other.indptr).astype(np.int64)[mask.indices].sum())
    if steps > SMALL:
        values = _compiled(mask, first, middle, other)
        if mask.dtype != bool:
            values *= mask.data
        result = sparse.csr_array((values, mask.indices, mask.indptr), shape=mask.shape, copy=True)
    else:
        scaled = first.astype(np.int64)
        if middle is not None:
            scaled.data = scaled.data * middle[scaled.indices]
        result = sparse.csr_array((scaled @ other.astype(np.int64).T) * mask.astype(np.int64))
        result.sum_duplicates()
    result.eliminate_zeros()
    return result


def _compiled(
    mask: sparse.csr_array, first: sparse.csr_array, middle: Vector | None, other: sparse.csr_array
) -> npt.NDArray[np.int64]:
    import numba as nb

    from motifcnn.tensor.operator.factored.kernels import masked_product

    values = np.zeros(mask.nnz, dtype=np.int64)
    steps = row_starts(np.diff(other.indptr)[mask.indices])[mask.indptr] + first.indptr
    cuts = row_chunks(steps, 4 * nb.get_num_threads())
    marks = no_part_finished(len(cuts) - 1)
    masked_product(
        csr_parts(mask)[:2],
        csr_parts(first),
        csr_parts(other if other.has_sorted_indices else other.sorted_indices()),
        frozen(np.empty(0, np.int64) if middle is None else middle),
        first.shape[1],
        cuts,
        values,
        marks,
    )
    require_finished(marks)
    return values


def csr_parts(matrix: sparse.csr_array) -> Parts:
    """What a kernel reads: row starts, columns and values; no values if all are one."""
    from motifcnn.tensor.engines.compiled.segments import unsigned

    values = (
        np.empty(0, np.int64) if matrix.dtype == bool else matrix.data.astype(np.int64, copy=False)
    )
    # scipy chooses the width of indices case by case; kernels are compiled for one.
    columns = matrix.indices.astype(np.int32 if matrix.shape[1] < 2**31 else np.int64, copy=False)
    return (
        frozen(matrix.indptr.astype(np.int64, copy=False)),
        frozen(unsigned(columns)),
        frozen(values),
    )


def frozen(values: npt.NDArray[Number]) -> npt.NDArray[Number]:
    """The same memory, read-only.

    Arrays of graphs are read-only already, and kernels would be compiled for every mixture.
    """
    view = values.view()
    view.flags.writeable = False
    return view
