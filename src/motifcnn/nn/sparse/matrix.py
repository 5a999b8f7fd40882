"""SparseMatrix: a constant sparse matrix that multiplies dense tensors, with the gradient."""

from __future__ import annotations

import warnings
from functools import cached_property
from typing import Any, cast

import numpy as np
import numpy.typing as npt
import torch
from scipy import sparse
from torch.nn import functional

from motifcnn.nn.uncompiled import uncompiled


class SparseMatrix:
    """A constant (n, m) matrix for products ``matrix @ x`` with dense x, (m, c), on any device.

    torch has no gradient of such products in CSR form; here it is a product with the transpose,
    which is kept.

    Parameters
    ----------
    matrix : (n, m) scipy sparse matrix
        A constant: gradients flow through what it is multiplied with.

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
        self._tensors: dict[tuple[torch.device, torch.dtype], torch.Tensor] = {}

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
        # Without entries the sums are integers.
        scale = np.divide(1, np.sqrt(squares), out=np.zeros(self.shape[0]), where=squares > 0)
        return self._with_values(self.csr.data * scale[self._row_of_entry])

    @uncompiled
    def dropped(self, share: float) -> SparseMatrix:
        """The matrix with a share of its entries left out and the others scaled up."""
        if not share:
            return self
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

    def times(self, x: torch.Tensor) -> torch.Tensor:
        """The product without a gradient, in single precision unless x has double."""
        kind = torch.float64 if x.dtype == torch.float64 else torch.float32
        with torch.autocast(x.device.type, enabled=False):  # CSR has no product in half precision
            return (self._on(x.device, kind) @ x.detach().to(kind)).to(x.dtype)

    def _on(self, device: torch.device, kind: torch.dtype) -> torch.Tensor:
        """The matrix as torch holds it, made when it is first multiplied there."""
        if (device, kind) not in self._tensors:
            rows, columns = map(torch.from_numpy, (self.csr.indptr, self.csr.indices))
            values = torch.from_numpy(self.csr.data).to(device, kind)
            with warnings.catch_warnings():
                warnings.filterwarnings("ignore", "Sparse CSR tensor support is in beta")
                self._tensors[device, kind] = torch.sparse_csr_tensor(
                    rows.to(device),
                    columns.to(device),
                    values,
                    size=self.shape,
                    check_invariants=False,
                )
        return self._tensors[device, kind]


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
