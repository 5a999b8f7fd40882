"""FactoredRole: D^-1 A_k of one role, as products along the motif."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.errors import BudgetError, GraphError
from motifcnn.tensor.engines.memory_bound import ENTRY_BYTES
from motifcnn.tensor.operator.factored.apply import apply_sum, scaled_rows, sum_rows
from motifcnn.tensor.operator.factored.counts import Counts
from motifcnn.tensor.operator.factored.elimination import Chain
from motifcnn.tensor.operator.factored.gather import Sum, gather
from motifcnn.tensor.operator.factored.pairs import LinkPairs

ROWS_AT_A_TIME = 1 << 16


@dataclass(frozen=True, eq=False)
class FactoredRole:
    """Mean over instances of the values of the nodes in one role, without a matrix.

    Parameters
    ----------
    label, node_type, members
        As in `RoleMatrix`.
    shape : (n_target, n_node_type)
    chains : tuple of Chain
        Add up to `symmetries` times A_k.
    symmetries : int
        Maps per instance.
    instances : Counts
        D, (n_target,).
    divide_by : int
        The normaliser in units of D: 1, or the number of members for the row sums of the role.
    require_fit : callable
        Raises a `BudgetError` if the matrix, written out, would not fit.
    """

    label: str
    node_type: str
    members: int
    shape: tuple[int, int]
    chains: tuple[Chain, ...]
    symmetries: int
    instances: Counts
    divide_by: int
    require_fit: Callable[[], None]

    def matmul(self, x: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """D^-1 A_k x: (n_target, d) of the floating type of `x`, (n_node_type, d)."""
        return apply_sum(
            self._forward,
            _floating(_table(x, self.shape[1], self.label)),
            self._inverse,
            self.symmetries,
        )

    def rmatmul(self, g: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """The transpose, for gradients: (D^-1 A_k)' g, (n_node_type, d) from (n_target, d)."""
        g = _floating(_table(g, self.shape[0], self.label))
        return apply_sum(self._backward, scaled_rows(g, self._inverse), None, self.symmetries)

    def sums(self, x: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """A_k x without the division, exact in int64 for whole numbers.

        Sums that int64 could not hold are a `BudgetError`.
        """
        x = _table(x, self.shape[1], self.label)
        if not np.issubdtype(x.dtype, np.integer):
            return apply_sum(self._forward, _floating(x), None, self.symmetries)
        largest = (
            int(self.instances.value.max(initial=0))
            * self.members
            * self.symmetries
            * _magnitude(x)
        )
        if largest >= 2**63:
            raise BudgetError(
                f"sums over role {self.label} can reach {largest:.2g} for these values, past int64 "
                "(9.2e18); use smaller whole numbers, or floating-point values"
            )
        return apply_sum(self._forward, x.astype(np.int64, copy=False), None, self.symmetries)

    def counts(self, rows: npt.NDArray[np.integer]) -> sparse.csr_array:
        """Some rows of A_k itself, as `count` has them: (len(rows), n_node_type) int64 CSR.

        Other rows are not computed.
        """
        counted = sum_rows(self._forward, np.asarray(rows, dtype=np.int64))
        counted.data //= self.symmetries
        return counted

    def rows(self, rows: npt.NDArray[np.integer]) -> sparse.csr_array:
        """Some rows of D^-1 A_k: (len(rows), n_node_type) float32 CSR.

        Other rows are not computed.
        """
        index = np.asarray(rows, dtype=np.int64)
        counted = sum_rows(self._forward, index)
        inverse = self._inverse[index] / self.symmetries
        values = (counted.data * np.repeat(inverse, np.diff(counted.indptr))).astype(np.float32)
        return sparse.csr_array((values, counted.indices, counted.indptr), shape=counted.shape)

    @cached_property
    def matrix(self) -> sparse.csr_array:
        """D^-1 A_k written out: (n_target, n_node_type) float32 CSR.

        A matrix that does not fit is a `BudgetError`.
        """
        self.require_fit()
        parts = [
            self.rows(np.arange(first, min(first + ROWS_AT_A_TIME, self.shape[0])))
            for first in range(0, self.shape[0], ROWS_AT_A_TIME)
        ]
        return (
            sparse.csr_array(sparse.vstack(parts, format="csr"))
            if parts
            else sparse.csr_array(self.shape, dtype=np.float32)
        )

    @property
    def nbytes(self) -> int:
        """Upper bound on the memory of what it may store, and of its matrix if that is written out.

        In each direction it stores pairs other than links, and one sum of what lies on links.
        """
        entries, rows = 0.0, sum(self.shape)
        for chain in self.chains:
            stored = [pairs for pairs in chain.pairs if pairs.stored]
            entries += sum(p.bound * (1 if isinstance(p, LinkPairs) else 2) for p in stored)
            rows += sum(scale.size for scale in chain.scales if scale is not None)
            rows += 2 * sum(sum(pairs.shape) for pairs in chain.pairs)  # row pointers and bounds
        total = int(2 * ENTRY_BYTES * entries) + 2 * 8 * rows
        if (written := self.__dict__.get("matrix")) is not None:
            total += sum(part.nbytes for part in (written.data, written.indices, written.indptr))
        return total

    @cached_property
    def _forward(self) -> Sum:
        return gather(self.chains, self.shape)

    @cached_property
    def _backward(self) -> Sum:
        return gather([chain.reversed() for chain in self.chains], self.shape[::-1])

    @cached_property
    def _inverse(self) -> npt.NDArray[np.float64]:
        sums = self.instances.value * self.divide_by
        return np.divide(1.0, sums, out=np.zeros(len(sums)), where=sums > 0)


def _floating(x: npt.NDArray[Any]) -> npt.NDArray[Any]:
    return x if x.dtype in (np.float32, np.float64) else x.astype(np.float64)


def with_rows(x: npt.NDArray[Any], rows: int, label: str) -> npt.NDArray[Any]:
    """The values; a `GraphError` unless there is one row of them per node."""
    if x.ndim == 0 or x.shape[0] != rows:
        raise GraphError(
            f"role {label}: expected values of shape ({rows}, d), got {x.shape}; give one row for "
            "each node of the type"
        )
    return x


def _table(x: npt.NDArray[Any], rows: int, label: str) -> npt.NDArray[Any]:
    if x.ndim != 2:
        raise GraphError(
            f"role {label}: expected values of shape ({rows}, d), got {x.shape}; give one value as "
            "a column, x[:, None]"
        )
    return with_rows(x, rows, label)


def _magnitude(x: npt.NDArray[Any]) -> int:
    return max(abs(int(x.max(initial=0))), abs(int(x.min(initial=0))))
