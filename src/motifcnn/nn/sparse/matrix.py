"""SparseMatrix: a constant sparse matrix that multiplies dense tensors, with the gradient."""

from __future__ import annotations

from functools import cached_property
from typing import Any, cast

import numpy as np
import numpy.typing as npt
import torch
from scipy import sparse
from torch.nn import functional

from motifcnn.nn.uncompiled import uncompiled
from motifcnn.tensor.csr import row_chunks

_CHUNKS_PER_THREAD = 8


class SparseMatrix:
    """A constant (n, m) matrix for products ``matrix @ x`` with dense x, (m, c).

    On the CPU the product is the compiled one of `motifcnn.nn.fused`; elsewhere it is torch's.

    Parameters
    ----------
    matrix : (n, m) scipy sparse matrix

    Examples
    --------
    >>> a = SparseMatrix(sparse.csr_array(np.array([[0.5, 0.5], [0.0, 0.0]])))
    >>> a @ torch.tensor([[1.0], [3.0]])
    tensor([[2.],
            [0.]])
    """

    def __init__(self, matrix: Any) -> None:
        csr = sparse.csr_array(matrix, dtype=np.float32)
        if not csr.has_canonical_format:
            csr = csr.copy()  # sorting works in place, and the arrays may be the caller's
            csr.sum_duplicates()
        self.csr = csr
        self.shape: tuple[int, int] = csr.shape
        self._on_device: dict[torch.device, torch.Tensor] = {}

    @property
    def nbytes(self) -> int:
        """Memory of the matrix and, as gradients need it, of its transpose."""
        return 2 * int(self.csr.data.nbytes + self.csr.indices.nbytes + self.csr.indptr.nbytes)

    @uncompiled
    def __matmul__(self, x: torch.Tensor) -> torch.Tensor:
        if x.shape[0] != self.shape[1]:
            raise ValueError(f"matrix is {self.shape}, x is {tuple(x.shape)}")
        return cast(torch.Tensor, _Product.apply(self, x))  # type: ignore[no-untyped-call]

    @cached_property
    def transposed(self) -> SparseMatrix:
        """The (m, n) transpose; made when the first gradient needs it."""
        return SparseMatrix(self.csr.T.tocsr())

    @uncompiled
    def rows(self, rows: npt.NDArray[np.int64]) -> SparseMatrix:
        """Some rows: (len(rows), m)."""
        return SparseMatrix(self.csr[rows])

    @uncompiled
    def unit_rows(self) -> SparseMatrix:
        """Rows scaled to length 1; empty rows stay."""
        squares = np.bincount(self._row_of_entry, self.csr.data**2.0, minlength=self.shape[0])
        scale = np.divide(1, np.sqrt(squares), out=np.zeros_like(squares), where=squares > 0)
        return self._with_values(self.csr.data * scale[self._row_of_entry])

    @uncompiled
    def dropped(self, share: float) -> SparseMatrix:
        """The matrix with a share of its entries left out and the others scaled up."""
        values = functional.dropout(torch.from_numpy(self.csr.data), share)
        dropped = self._with_values(values.numpy())
        # The structure of the transpose is known; only its values change.
        structure = self.transposed.csr
        parts = (dropped.csr.data[self._transpose_order], structure.indices, structure.indptr)
        dropped.transposed = SparseMatrix(sparse.csr_array(parts, shape=structure.shape))
        return dropped

    def _with_values(self, values: npt.NDArray[Any]) -> SparseMatrix:
        parts = (values.astype(np.float32, copy=False), self.csr.indices, self.csr.indptr)
        return SparseMatrix(sparse.csr_array(parts, shape=self.shape))

    @cached_property
    def _row_of_entry(self) -> npt.NDArray[np.int64]:
        return np.repeat(np.arange(self.shape[0]), np.diff(self.csr.indptr))

    @cached_property
    def _transpose_order(self) -> npt.NDArray[np.int64]:
        return np.argsort(self.csr.indices, kind="stable")

    @cached_property
    def _kernel_arrays(self) -> tuple[npt.NDArray[Any], ...]:
        indptr = self.csr.indptr.astype(np.int64)
        chunks = row_chunks(indptr, torch.get_num_threads() * _CHUNKS_PER_THREAD, per_row=1)
        # Unsigned columns spare the kernel a test for negative indices: half the time.
        return indptr, self.csr.indices.astype(np.uint32), chunks

    def times(self, x: torch.Tensor) -> torch.Tensor:
        """The product without a gradient."""
        if x.device.type == "cpu":
            return self._times_on_cpu(x)
        if x.device not in self._on_device:
            self._on_device[x.device] = torch.sparse_csr_tensor(
                torch.tensor(self.csr.indptr, device=x.device),
                torch.tensor(self.csr.indices, device=x.device),
                torch.tensor(self.csr.data, device=x.device),
                size=self.shape,
            )
        return (self._on_device[x.device] @ x.float()).to(x.dtype)

    def _times_on_cpu(self, x: torch.Tensor) -> torch.Tensor:
        from motifcnn.nn.fused.spmm import product

        kind = torch.float64 if x.dtype == torch.float64 else torch.float32
        dense = x.detach().to(kind).contiguous()
        out = torch.empty(self.shape[0], x.shape[1], dtype=kind)
        indptr, indices, chunks = self._kernel_arrays
        values = self.csr.data.astype(
            np.float64 if kind == torch.float64 else np.float32, copy=False
        )
        product(indptr, indices, values, chunks, dense.numpy(), out.numpy())
        return out.to(x.dtype)


class _Product(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, matrix: SparseMatrix, x: torch.Tensor) -> torch.Tensor:
        ctx.matrix = matrix
        return matrix.times(x)

    @staticmethod
    def backward(ctx: Any, *gradients: torch.Tensor) -> tuple[None, torch.Tensor | None]:
        if not ctx.needs_input_grad[1]:
            return None, None
        # A product of the same kind, so that second derivatives exist.
        return None, ctx.matrix.transposed @ gradients[0]
