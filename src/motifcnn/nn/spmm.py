"""Sparse times dense, with its gradient, over a prepared matrix and its transpose.

The definition is ``matrix @ dense``. Each row of the result belongs to one thread, so sums are
always taken in the same order and runs repeat bit for bit whatever the number of threads.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Any, cast

import numpy as np
import numpy.typing as npt
import torch
from scipy import sparse

from motifcnn.nn.buffers import empty
from motifcnn.nn.dropout import drawing

_CHUNKS_PER_THREAD = 8


class SparseMatrix:
    """A constant sparse matrix, ready to be multiplied from the left.

    Parameters
    ----------
    matrix : (n, m) scipy sparse matrix
        Kept as CSR.

    Examples
    --------
    >>> a = SparseMatrix(sparse.csr_array(np.array([[0.5, 0.5], [0.0, 0.0]], dtype=np.float32)))
    >>> spmm(a, torch.tensor([[1.0], [3.0]]))
    tensor([[2.],
            [0.]])
    """

    def __init__(self, matrix: Any) -> None:
        csr = sparse.csr_array(matrix)
        csr.sum_duplicates()
        self.csr = csr
        self.shape: tuple[int, int] = csr.shape
        self._on_device: dict[Any, tuple[torch.Tensor, torch.Tensor]] = {}

    @property
    def nnz(self) -> int:
        """Stored entries."""
        return int(self.csr.nnz)

    @cached_property
    def transposed(self) -> sparse.csr_array:
        """The transpose as CSR; made when the first gradient needs it."""
        return sparse.csr_array(self.csr.T.tocsr())

    def parts(self, transpose: bool, dtype: torch.dtype) -> tuple[npt.NDArray[Any], ...]:
        """What the kernel reads: row numbers, row starts, columns, values and where each chunk of rows begins."""
        key = (transpose, dtype)
        if key not in self._cpu:
            csr = self.transposed if transpose else self.csr
            # Rows that begin with the same column often share more: side by side, they find the
            # same rows of x still in cache.
            rows = np.argsort(_first_columns(csr), kind="stable")
            csr = csr[rows]
            values = csr.data.astype(
                np.float64 if dtype == torch.float64 else np.float32, copy=False
            )
            indptr = csr.indptr.astype(np.int64, copy=False)
            # Unsigned columns spare the kernel a test for negative indices: half the time.
            self._cpu[key] = (
                rows.astype(np.uint32),
                indptr,
                csr.indices.astype(np.uint32),
                values,
                balanced_cuts(indptr),
            )
        return self._cpu[key]

    @cached_property
    def _cpu(self) -> dict[tuple[bool, torch.dtype], tuple[npt.NDArray[Any], ...]]:
        return {}

    def on(self, device: torch.device, dtype: torch.dtype) -> tuple[torch.Tensor, torch.Tensor]:
        """The matrix as a torch COO tensor on another device: (2, nnz) indices and values."""
        key = (device, dtype)
        if key not in self._on_device:
            coo = self.csr.tocoo()
            indices = torch.as_tensor(np.stack(coo.coords).astype(np.int64), device=device)
            self._on_device[key] = indices, torch.as_tensor(coo.data, device=device, dtype=dtype)
        return self._on_device[key]


def spmm(
    matrix: SparseMatrix, dense: torch.Tensor, drop: float = 0.0, seed: int = 0
) -> torch.Tensor:
    """The product, (n, c), differentiable in `dense`, (m, c).

    Parameters
    ----------
    drop : float
        Share of the stored entries left out, the rest scaled up: dropout of the inputs. Which ones
        depends on `seed` and the place of the entry only.
    """
    if dense.device.type != "cpu":
        indices, values = matrix.on(dense.device, dense.dtype)
        if drop:
            values = torch.nn.functional.dropout(values, drop)
        left = torch.sparse_coo_tensor(indices, values, matrix.shape, is_coalesced=True)
        return cast(torch.Tensor, torch.sparse.mm(left, dense))
    return cast(torch.Tensor, _Product.apply(matrix, dense, drop, seed))  # type: ignore[no-untyped-call]


class _Product(torch.autograd.Function):
    @staticmethod
    def forward(
        ctx: Any, matrix: SparseMatrix, dense: torch.Tensor, drop: float, seed: int
    ) -> torch.Tensor:
        ctx.matrix, ctx.drop, ctx.seed = matrix, drop, seed
        return multiply(matrix, dense, drop, seed)

    @staticmethod
    def backward(
        ctx: Any, *gradients: torch.Tensor
    ) -> tuple[None, torch.Tensor | None, None, None]:
        if not ctx.needs_input_grad[1]:
            return None, None, None, None
        # apply, not multiply: so that second derivatives exist.
        return (
            None,
            _TransposedProduct.apply(ctx.matrix, gradients[0], ctx.drop, ctx.seed),
            None,
            None,
        )  # type: ignore[no-untyped-call]


class _TransposedProduct(torch.autograd.Function):
    @staticmethod
    def forward(
        ctx: Any, matrix: SparseMatrix, dense: torch.Tensor, drop: float, seed: int
    ) -> torch.Tensor:
        ctx.matrix, ctx.drop, ctx.seed = matrix, drop, seed
        return multiply(matrix, dense, drop, seed, transpose=True)

    @staticmethod
    def backward(ctx: Any, *gradients: torch.Tensor) -> tuple[None, torch.Tensor, None, None]:
        return None, _Product.apply(ctx.matrix, gradients[0], ctx.drop, ctx.seed), None, None  # type: ignore[no-untyped-call]


def multiply(
    matrix: SparseMatrix,
    dense: torch.Tensor,
    drop: float = 0.0,
    seed: int = 0,
    *,
    transpose: bool = False,
) -> torch.Tensor:
    """The product on the CPU, without a gradient; with `transpose` that of the transposed matrix."""
    parts = matrix.parts(transpose, dense.dtype)
    if dense.shape[0] != matrix.shape[0 if transpose else 1]:
        raise ValueError(
            f"spmm: matrix is {matrix.shape}{', transposed' if transpose else ''}, dense is {tuple(dense.shape)}"
        )
    x = dense.detach().contiguous().numpy()
    result = empty((matrix.shape[1 if transpose else 0], x.shape[1]), dense.dtype)
    if drop:
        _dropping_kernel()(*parts, x, result.numpy(), *drawing(drop, seed), transpose)
    else:
        _kernel()(*parts, x, 0, result.numpy(), 0, x.shape[1])
    return result


def _first_columns(csr: sparse.csr_array) -> npt.NDArray[np.int64]:
    """The first column of each row, (n,); the number of columns for empty rows."""
    first = np.full(csr.shape[0], csr.shape[1], dtype=np.int64)
    filled = np.diff(csr.indptr) > 0
    first[filled] = csr.indices[csr.indptr[:-1][filled]]
    return first


def balanced_cuts(indptr: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Chunks of rows with about the same number of stored entries; a row costs a little even when it is empty."""
    rows = len(indptr) - 1
    work = indptr + np.arange(rows + 1)
    chunks = max(1, min(rows, torch.get_num_threads() * _CHUNKS_PER_THREAD))
    cuts = np.searchsorted(work, np.linspace(0, work[-1], chunks + 1)).astype(np.int64)
    cuts[0], cuts[-1] = 0, rows
    return cuts


@lru_cache(maxsize=1)
def _kernel() -> Any:
    from motifcnn.nn.kernels import product

    return product


@lru_cache(maxsize=1)
def _dropping_kernel() -> Any:
    from motifcnn.nn.kernels import product_with_dropout

    return product_with_dropout
