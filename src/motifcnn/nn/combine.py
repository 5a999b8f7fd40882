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
    """Equal weights; with one motif, its unit."""

    def __init__(self, motifs: int, channels: int) -> None:
        super().__init__()
        self.out_channels = channels

    def forward(
        self, units: Sequence[torch.Tensor], present: torch.Tensor | None = None
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Vectors, (n, channels), and weights, (n, motifs)."""
        h = cast(torch.Tensor, sum(units)) / len(units)
        return h, h.new_full((len(h), len(units)), 1 / len(units))


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
