"""Propagated features: what links carry on to other nodes, never written out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt
import torch
from scipy import sparse

from motifcnn.nn.sparse.matrix import SparseMatrix


@dataclass(frozen=True, eq=False)
class Propagated:
    """Features of the nodes of all types, and the operator that carries them over all relations.

    Parameters
    ----------
    features : (nodes, width) SparseMatrix
    operator : (nodes, nodes) SparseMatrix
    """

    features: SparseMatrix
    operator: SparseMatrix

    def steps(self, weight: torch.Tensor, steps: int, share: float = 0.0) -> Iterator[torch.Tensor]:
        """S^j X W for j = 0, 1, ..., `steps`: (nodes, out) each.

        Parameters
        ----------
        weight : (width, out) tensor
        steps : int
        share : float
            Of the entries of X that are left out, the others scaled up.
        """
        h = self.features.dropped(share) @ weight
        yield h
        for _ in range(steps):
            h = self.operator @ h
            yield h


@dataclass(frozen=True, eq=False)
class PropagatedRows:
    r"""Some rows of the mean over steps of propagated features, as features of their own.

    .. math:: P = \frac{1}{J + 1} \sum_{j=0}^{J} S^j X

    One filter for all steps means that what a column says is learned once, from near and far.

    Parameters
    ----------
    given : Propagated
    count : int
        J.
    at : (n,) int64 array
        Places of the rows among the nodes of all types.
    share : float
        Of the entries of X that are left out.

    Examples
    --------
    >>> swap = SparseMatrix(np.array([[0.0, 1.0], [1.0, 0.0]]))
    >>> x = SparseMatrix(np.array([[1.0, 0.0], [0.0, 3.0]]))
    >>> PropagatedRows(Propagated(x, swap), 1, np.array([0])) @ torch.eye(2)
    tensor([[0.5000, 1.5000]])
    """

    given: Propagated
    count: int
    at: npt.NDArray[np.int64]
    share: float = 0.0

    @property
    def shape(self) -> tuple[int, int]:
        """(n, width)."""
        return len(self.at), self.given.features.shape[1]

    def __matmul__(self, weight: torch.Tensor) -> torch.Tensor:
        at = torch.from_numpy(self.at).to(weight.device)
        seen = [h.index_select(0, at) for h in self.given.steps(weight, self.count, self.share)]
        return torch.stack(seen).mean(dim=0)

    def dropped(self, share: float) -> PropagatedRows:
        """The same from features of which a share of the entries is left out."""
        return replace(self, share=share)

    @cached_property
    def csr(self) -> sparse.csr_array:
        """The rows written out: (n, width)."""
        rows = sparse.csr_array(sparse.eye_array(self.given.operator.shape[0], format="csr"))
        reached = total = rows[self.at]
        for _ in range(self.count):
            reached = reached @ self.given.operator.csr
            total = total + reached
        return sparse.csr_array(total @ self.given.features.csr) / np.float32(self.count + 1)
