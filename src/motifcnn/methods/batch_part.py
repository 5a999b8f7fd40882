"""A part of a batch: dropout of some of its rows as it is for all of them.

Ranks of a distributed run compute the rows of one batch between them. Each draws the mask of the
whole batch and takes its own rows: the random numbers, and the masks, are those of one process.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import cast

import numpy as np
import numpy.typing as npt
import torch

from motifcnn.nn.features import Features, drop
from motifcnn.nn.fused.precomputed import PrecomputedOperator
from motifcnn.nn.motif_cnn import MotifCNN

_part: ContextVar[tuple[torch.Tensor, int] | None] = ContextVar("part", default=None)


@contextmanager
def part_of_batch(places: npt.NDArray[np.int64], total: int) -> Iterator[None]:
    """Inside, `drop_part` is given the rows at these places of a batch of `total` rows.

    Examples
    --------
    >>> _ = torch.manual_seed(0)
    >>> whole = drop(torch.ones(4, 3), 0.5)
    >>> _ = torch.manual_seed(0)
    >>> with part_of_batch(np.array([1, 3]), total=4):
    ...     some = drop_part(torch.ones(2, 3), 0.5)
    >>> torch.equal(some, whole[[1, 3]])
    True
    """
    before = _part.set((torch.from_numpy(places), total))
    try:
        yield
    finally:
        _part.reset(before)


def drop_part(x: torch.Tensor, share: float) -> torch.Tensor:
    """`drop` of the rows of a part, (n, d), with the mask that they have in the whole batch."""
    part = _part.get()
    if part is None or not share:
        return cast(torch.Tensor, drop(x, share))
    places, total = part
    mask = cast(torch.Tensor, drop(torch.ones(total, x.shape[1]), share))
    return x * mask[places]


@dataclass(frozen=True, eq=False)
class PartRows:
    """Dense features, (n, d), of the rows of a part; layers drop and multiply them as others."""

    x: torch.Tensor

    @property
    def shape(self) -> tuple[int, int]:
        """(n, d)."""
        return self.x.shape[0], self.x.shape[1]

    def dropped(self, share: float) -> torch.Tensor:
        """The rows with a share of their entries left out, and the others scaled up."""
        return drop_part(self.x, share)

    def __matmul__(self, weight: torch.Tensor) -> torch.Tensor:
        return self.x @ weight


def part_rows(x: Features) -> Features:
    """Dense features as `PartRows`, which layers take for features of their own kind."""
    return cast(Features, PartRows(cast(torch.Tensor, x)))


def part_operator(operator: PrecomputedOperator) -> PrecomputedOperator:
    """The operator with its dense products, (n, d) each, as `PartRows`."""
    roles = (replace(role, product=part_rows(role.product)) for role in operator.roles)
    return replace(operator, roles=tuple(roles))


class PartMotifCNN(MotifCNN):
    """A `MotifCNN` of one layer whose dropout is that of the whole batch."""

    def head(self, h: torch.Tensor) -> torch.Tensor:
        """Logits from the vectors of the last layer."""
        return self.logits_of(drop_part(h, self.dropout) if self.training else h)
