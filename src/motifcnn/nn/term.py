"""Terms: the constant or hidden left factor of one product with a weight, D^-1 A_k X in whichever form is cheapest."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from scipy import sparse

from motifcnn.nn.dropout import dropout, next_seed
from motifcnn.nn.factored import WholeRole
from motifcnn.nn.spmm import SparseMatrix, spmm

# A dense product does about this many more multiplications per second than a sparse one.
DENSE_SPEED = 8


@dataclass(frozen=True, eq=False)
class SparseTerm:
    """A constant sparse matrix P, (n, d): A X of sparse features, or A itself for one-hot inputs."""

    matrix: SparseMatrix

    def times(self, weight: torch.Tensor, drop: float = 0.0) -> torch.Tensor:
        """P W: (n, out)."""
        return spmm(self.matrix, weight, drop, next_seed() if drop else 0)


@dataclass(frozen=True, eq=False)
class DenseTerm:
    """A constant dense matrix P, (n, d)."""

    matrix: torch.Tensor

    def times(self, weight: torch.Tensor, drop: float = 0.0) -> torch.Tensor:
        """P W: (n, out)."""
        kept = dropout(self.matrix, drop, next_seed()) if drop else self.matrix
        return kept.to(weight.dtype) @ weight


@dataclass(frozen=True, eq=False)
class FactoredTerm:
    """A constant product A X that would have more entries than its factors: A (X W) instead."""

    a: SparseMatrix | WholeRole
    x: SparseTerm | DenseTerm

    def times(self, weight: torch.Tensor, drop: float = 0.0) -> torch.Tensor:
        """A (X W): (n, out)."""
        return _product(self.a, self.x.times(weight, drop))


@dataclass(frozen=True, eq=False)
class HiddenTerm:
    """A H with hidden vectors H, (m, d), that change every epoch; `a` None is the identity."""

    a: SparseMatrix | WholeRole | None
    h: torch.Tensor

    def times(self, weight: torch.Tensor, drop: float = 0.0) -> torch.Tensor:
        """A (H W) or (A H) W, whichever takes less: (n, out)."""
        h = dropout(self.h, drop, next_seed()) if drop else self.h
        if self.a is None:
            return h @ weight
        return (
            _product(self.a, h @ weight)
            if self.weight_first(weight)
            else _product(self.a, h) @ weight
        )

    def weight_first(self, weight: torch.Tensor) -> bool:
        """Whether A (H W) takes less than (A H) W: A may have far fewer rows than H, and W fewer columns than H."""
        width, out = weight.shape
        if not isinstance(self.a, SparseMatrix):
            return out <= width
        rows, columns = self.a.shape
        return (
            self.a.nnz * out + columns * width * out // DENSE_SPEED
            <= self.a.nnz * width + rows * width * out // DENSE_SPEED
        )


Term = SparseTerm | DenseTerm | FactoredTerm | HiddenTerm


def whole_term(a: WholeRole, x: Any, device: torch.device) -> Term:
    """A X of an operator that is never written out, as A (X W)."""
    if sparse.issparse(x):
        return FactoredTerm(a, SparseTerm(SparseMatrix(x)))
    with warnings.catch_warnings():
        # Features are read-only, and may be mapped from a file: they are shared, and nothing writes
        # to them.
        warnings.filterwarnings("ignore", message="The given NumPy array is not writable")
        return FactoredTerm(a, DenseTerm(torch.from_numpy(x).to(device)))


def constant_term(a: sparse.csr_array, x: Any, device: torch.device) -> Term:
    """The cheapest form of the constant A X: `a` is (n, m), `x` (m, d) sparse or dense."""
    if not sparse.issparse(x):
        if a.nnz + x.size // DENSE_SPEED < a.shape[0] * x.shape[1] // DENSE_SPEED // 4:
            return FactoredTerm(SparseMatrix(a), DenseTerm(_on(x, device)))
        return DenseTerm(_on(np.asarray(a @ x, dtype=np.float32), device))
    if _is_identity(x):
        return SparseTerm(SparseMatrix(a))
    wanted = np.zeros(a.shape[1], dtype=bool)
    wanted[a.indices] = True
    seen = np.flatnonzero(wanted)
    factored = a.nnz + int(np.diff(x.indptr)[seen].sum())
    multiplications = int(np.diff(x.indptr)[a.indices].sum())
    # The number of entries of A X is at most that of its multiplications; words repeat, so it is
    # often a few times smaller.
    product = None if multiplications > 8 * factored else sparse.csr_array(a @ x)
    size = a.shape[0] * x.shape[1]
    if product is not None and product.nnz <= factored and product.nnz <= size // DENSE_SPEED:
        return SparseTerm(SparseMatrix(product))
    if size // DENSE_SPEED <= factored:
        return DenseTerm(_on((product if product is not None else a @ x).toarray(), device))
    place = np.cumsum(wanted) - 1
    narrow = sparse.csr_array((a.data, place[a.indices], a.indptr), shape=(a.shape[0], len(seen)))
    return FactoredTerm(SparseMatrix(narrow), SparseTerm(SparseMatrix(x[seen])))


def rows_term(x: Any, rows: npt.NDArray[np.int64], device: torch.device) -> Term:
    """Some rows of the constant X, (m, d), in the cheapest form: (len(rows), d)."""
    chosen = (np.ones(len(rows), np.float32), rows, np.arange(len(rows) + 1))
    return constant_term(sparse.csr_array(chosen, shape=(len(rows), x.shape[0])), x, device)


def passing_term(
    a: sparse.csr_array, x: Any, device: torch.device, ready: dict[int, SparseTerm | DenseTerm]
) -> Term:
    """A X for a single use, as A (X W): multiplying the constants would cost more than it saves. `ready` keeps each X."""
    if sparse.issparse(x) and _is_identity(x):
        return SparseTerm(SparseMatrix(a))
    if id(x) not in ready:
        ready[id(x)] = (
            SparseTerm(SparseMatrix(x)) if sparse.issparse(x) else DenseTerm(_on(x, device))
        )
    return FactoredTerm(SparseMatrix(a), ready[id(x)])


def _product(a: SparseMatrix | WholeRole, dense: torch.Tensor) -> torch.Tensor:
    return spmm(a, dense) if isinstance(a, SparseMatrix) else a.times(dense)


def _is_identity(x: sparse.csr_array) -> bool:
    n = x.shape[0]
    return bool(
        x.shape == (n, n)
        and x.nnz == n
        and np.array_equal(x.indices, np.arange(n))
        and (x.data == 1).all()
    )


def _on(x: npt.NDArray[np.float32], device: torch.device) -> torch.Tensor:
    return torch.tensor(x, device=device)
