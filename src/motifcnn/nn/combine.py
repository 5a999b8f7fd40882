"""Combining the units of a node's motifs into one vector."""

from __future__ import annotations

import torch
from torch import nn

from motifcnn.nn.attention import MotifAttention
from motifcnn.nn.joined_combine import activated, attended, mixed
from motifcnn.nn.presets import Attention, Combine


class CombineMotifs(nn.Module):
    """One vector per node from its units, and the weight of each motif.

    Parameters
    ----------
    motifs, width : int
    how : {"attention", "weighted-sum", "mean", "concatenate"}
        Motif attention; one learned weight per motif, the same for every node (Motif-CNN-A); equal
        weights; side by side.
    attention : {"per-motif", "shared", "shared-unscaled"}

    Examples
    --------
    >>> combined, weights = CombineMotifs(2, 4, "mean")([torch.zeros(3, 4), torch.ones(3, 4)])
    >>> combined[0].tolist(), weights[0].tolist()
    ([0.5, 0.5, 0.5, 0.5], [0.5, 0.5])
    """

    def __init__(
        self, motifs: int, width: int, how: Combine, attention: Attention = "per-motif"
    ) -> None:
        super().__init__()
        self.how = how if motifs > 1 else "mean"
        self.out_features = motifs * width if self.how == "concatenate" else width
        if self.how == "attention":
            self.attention = MotifAttention(motifs, width, attention)
        elif self.how == "weighted-sum":
            self.weight = nn.Parameter(torch.full((motifs,), 1.0 / motifs))

    def forward(self, units: list[torch.Tensor]) -> tuple[torch.Tensor, torch.Tensor]:
        """(n, out_features) and (n, motifs) from one (n, width) per motif."""
        n, motifs = units[0].shape[0], len(units)
        equal = units[0].new_full((n, motifs), 1.0 / motifs)
        if motifs == 1:
            return units[0], equal
        if self.how == "concatenate":
            return torch.cat(units, dim=1), equal
        stacked = torch.stack(units, dim=1)
        if self.how == "mean":
            return stacked.mean(dim=1), equal
        weights = (
            self.attention(stacked) if self.how == "attention" else self.weight.expand(n, motifs)
        )
        return (weights.unsqueeze(2) * stacked).sum(dim=1), weights

    def joined(
        self, units: torch.Tensor, motifs: int, activation: str
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """The same from units side by side, (n, motifs * width), before their activation; they are used up."""
        if self.how == "attention":
            z = self.attention.z.expand(motifs, -1)
            return attended(units, z, self.attention.scale, activation)
        if self.how == "weighted-sum":
            return mixed(units, self.weight, activation), self.weight.expand(units.shape[0], motifs)
        equal = units.new_full((units.shape[0], motifs), 1.0 / motifs)
        if self.how == "concatenate" or motifs == 1:
            return activated(units, activation), equal
        return mixed(units, units.new_full((motifs,), 1.0 / motifs), activation), equal
