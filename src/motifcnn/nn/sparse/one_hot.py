"""OneHot: the inputs of nodes without features, an identity that is never written out."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch.nn import functional


@dataclass(frozen=True)
class OneHot:
    """The (n, n) identity: a product with it is a learned row per node.

    Examples
    --------
    >>> weight = torch.tensor([[1.0], [2.0]])
    >>> OneHot(2) @ weight is weight
    True
    """

    n: int

    @property
    def shape(self) -> tuple[int, int]:
        """(n, n)."""
        return self.n, self.n

    def __matmul__(self, weight: torch.Tensor) -> torch.Tensor:
        return weight

    def dropped(self, share: float) -> DroppedOneHot:
        """The identity with a share of its ones left out and the others scaled up."""
        return DroppedOneHot(functional.dropout(torch.ones(self.n, 1), share))


@dataclass(frozen=True)
class DroppedOneHot:
    """A diagonal matrix, given by its diagonal, (n, 1)."""

    diagonal: torch.Tensor

    @property
    def shape(self) -> tuple[int, int]:
        """(n, n)."""
        return len(self.diagonal), len(self.diagonal)

    def __matmul__(self, weight: torch.Tensor) -> torch.Tensor:
        return self.diagonal.to(weight) * weight
