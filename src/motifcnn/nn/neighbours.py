"""Neighbours: rows of the operators, as a view cuts them out; exact, or with at most so many instances per target."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.tensor.operator import FactoredRole, MotifOperator, RoleOperator
from motifcnn.tensor.operator.policy import whole_is_cheaper

Rows = npt.NDArray[np.int64]


class Neighbours(Protocol):
    """Where a view gets rows of operators from."""

    def rows(self, motif: int, rows: Rows) -> tuple[sparse.csr_array | None, ...]:
        """Those rows of D^-1 A_k for each role k, (n, n_type) CSR; None asks to multiply by the whole operator instead."""
        ...


@dataclass(frozen=True, eq=False)
class AllNeighbours:
    """Whole neighbourhoods.

    Parameters
    ----------
    operators : sequence of MotifOperator
    """

    operators: Sequence[MotifOperator]

    def rows(self, motif: int, rows: Rows) -> tuple[sparse.csr_array | None, ...]:
        """As `Neighbours` has it; None for factored roles of which so many rows would cost more than one application."""
        return tuple(
            None
            if isinstance(role, FactoredRole) and whole_is_cheaper(role, rows)
            else exact_rows(role, rows)
            for role in self.operators[motif].roles
        )


def exact_rows(role: RoleOperator | FactoredRole, rows: Rows) -> sparse.csr_array:
    """Rows of D^-1 A_k: (n, n_type) CSR."""
    if isinstance(role, RoleOperator) and is_everything(rows, role.shape[0]):
        return role.matrix
    return role.rows(rows)


def is_everything(rows: Rows, count: int) -> bool:
    """Whether `rows` are all of them, in order."""
    return len(rows) == count and bool((rows == np.arange(count)).all())
