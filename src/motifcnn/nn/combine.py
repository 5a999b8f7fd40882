"""Ablations of motif attention: the units of a node's motifs combined without looking at them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import torch
from torch import nn


class MotifWeights(nn.Module):
    """One learned weight per motif, the same for every node (Motif-CNN-A).

    Examples
    --------
    >>> MotifWeights(2, 4)([torch.zeros(3, 4), torch.ones(3, 4)])[0][0].tolist()
    [0.5, 0.5, 0.5, 0.5]
    """

    def __init__(self, motifs: int, channels: int) -> None:
        super().__init__()
        self.out_channels = channels
        self.weight = nn.Parameter(torch.full((motifs,), 1 / motifs))

    def forward(
        self, units: Sequence[torch.Tensor], present: torch.Tensor | None = None
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Vectors, (n, channels), and weights, (n, motifs)."""
        h = sum(weight * unit for weight, unit in zip(self.weight, units, strict=True))
        return cast(torch.Tensor, h), self.weight.expand(len(units[0]), -1)


class MotifMean(nn.Module):
    """Equal weights for the motifs that count; with one motif, its unit.

    Examples
    --------
    >>> units = [torch.zeros(2, 4), torch.ones(2, 4)]
    >>> seen = torch.tensor([[True, True], [False, True]])
    >>> MotifMean(2, 4)(units, seen)[1].tolist()
    [[0.5, 0.5], [0.0, 1.0]]
    """

    def __init__(self, motifs: int, channels: int) -> None:
        super().__init__()
        self.out_channels = channels

    def forward(
        self, units: Sequence[torch.Tensor], present: torch.Tensor | None = None
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Vectors, (n, channels), and weights, (n, motifs).

        Motifs that are not `present`, (n, motifs), get weight 0 unless a node has none at all.
        """
        if present is None:
            h = cast(torch.Tensor, sum(units)) / len(units)
            return h, h.new_full((len(h), len(units)), 1 / len(units))
        counted = (present | ~present.any(dim=1, keepdim=True)).to(units[0].dtype)
        weights = counted / counted.sum(dim=1, keepdim=True)
        parts = [weights[:, m, None] * unit for m, unit in enumerate(units)]
        return sum(parts[1:], start=parts[0]), weights


class MotifConcat(nn.Module):
    """Units side by side, as the last layer of the released code has them."""

    def __init__(self, motifs: int, channels: int) -> None:
        super().__init__()
        self.out_channels = motifs * channels

    def forward(
        self, units: Sequence[torch.Tensor], present: torch.Tensor | None = None
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Vectors, (n, motifs * channels), and equal weights, (n, motifs)."""
        h = torch.cat(list(units), dim=1)
        return h, h.new_full((len(h), len(units)), 1 / len(units))
