"""FactoredRole: D^-1 A_k for one role, as products along the motif."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.errors import BudgetError, GraphError
from motifcnn.tensor.operator.factored.apply import apply_sum, scaled_rows, sum_rows
from motifcnn.tensor.operator.factored.counts import Counts
from motifcnn.tensor.operator.factored.elimination import Chain
from motifcnn.tensor.operator.factored.gather import Sum, gather

ROWS_AT_A_TIME = 1 << 16


@dataclass(frozen=True, eq=False)
class FactoredRole:
    """Mean over instances of what the nodes in one role hold, without a matrix.

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
        What the normaliser divides by, in terms of D: 1, or the number of members for the row sums
        of the role.
    require_fit : callable
        Refuses to write the matrix out where it would not fit.
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
        """The transpose, for gradients: (D^-1 A_k)' g, (n_node_type, d), from `g`, (n_target, d)."""
        g = _floating(_table(g, self.shape[0], self.label))
        return apply_sum(self._backward, scaled_rows(g, self._inverse), None, self.symmetries)

    def sums(self, x: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """A_k x without the division: exact in int64 for whole numbers; a `BudgetError` where int64 could not hold it."""
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
                f"sums over role {self.label} can reach {largest:.2g} for these values, past int64 (9.2e18); "
                "use smaller whole numbers, or floating-point values"
            )
        return apply_sum(self._forward, x.astype(np.int64, copy=False), None, self.symmetries)

    def counts(self, rows: npt.NDArray[np.integer]) -> sparse.csr_array:
        """Some rows of A_k itself, as `count` has them: (len(rows), n_node_type) int64 CSR. Costs what these rows cost."""
        counted = sum_rows(self._forward, np.asarray(rows, dtype=np.int64))
        counted.data //= self.symmetries
        return counted

    def rows(self, rows: npt.NDArray[np.integer]) -> sparse.csr_array:
        """Some rows of D^-1 A_k, written out: (len(rows), n_node_type) float32 CSR. Costs what these rows cost."""
        index = np.asarray(rows, dtype=np.int64)
        counted = sum_rows(self._forward, index)
        inverse = self._inverse[index] / self.symmetries
        values = (counted.data * np.repeat(inverse, np.diff(counted.indptr))).astype(np.float32)
        return sparse.csr_array((values, counted.indices, counted.indptr), shape=counted.shape)

    @cached_property
    def matrix(self) -> sparse.csr_array:
        """All rows, written out after all; a `BudgetError` if they do not fit."""
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
    """The values, if there is one row of them per node; else a `GraphError`."""
    if x.ndim == 0 or x.shape[0] != rows:
        raise GraphError(
            f"role {label}: expected values of shape ({rows}, d), got {x.shape}; give one row for each node of the type"
        )
    return x


def _table(x: npt.NDArray[Any], rows: int, label: str) -> npt.NDArray[Any]:
    if x.ndim != 2:
        raise GraphError(
            f"role {label}: expected values of shape ({rows}, d), got {x.shape}; give one value as a column, x[:, None]"
        )
    return with_rows(x, rows, label)


def _magnitude(x: npt.NDArray[Any]) -> int:
    return max(abs(int(x.max(initial=0))), abs(int(x.min(initial=0))))
