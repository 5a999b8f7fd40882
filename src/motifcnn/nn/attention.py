"""Motif attention: how much each motif counts for each node (Eqn 3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import torch
from torch import nn

from motifcnn.nn.settings import ConfigError


class MotifAttention(nn.Module):
    r"""Weighs the units of each node's motifs.

    .. math:: \alpha_{m,i} = softmax_m(z_m \cdot h^m_i / \sqrt{F}), \quad
              h_i = \sum_m \alpha_{m,i} h^m_i

    Parameters
    ----------
    motifs, channels : int
        Number of units, and F.
    shared : bool
        One z for all motifs (ASONAM 2019) instead of one per motif (preprint).
    scaled : bool
        Divide by the root of F; the released code does not.
    heads : int
        Weights of so many kinds, each with its own z; their sums stand side by side.
    bias : bool
        Add a learned c per motif and head before the softmax.

    Examples
    --------
    >>> units = [torch.zeros(2, 4), torch.ones(2, 4)]
    >>> h, alpha = MotifAttention(motifs=2, channels=4)(units)
    >>> h.shape, alpha.shape
    (torch.Size([2, 4]), torch.Size([2, 2]))
    """

    def __init__(
        self,
        motifs: int,
        channels: int,
        *,
        shared: bool = False,
        scaled: bool = True,
        heads: int = 1,
        bias: bool = False,
    ) -> None:
        super().__init__()
        self.motifs, self.out_channels = motifs, heads * channels
        self.scale = channels**-0.5 if scaled else 1.0
        each = [torch.empty(1 if shared else motifs, channels) for _ in range(heads)]
        self.z = nn.Parameter(torch.stack([nn.init.xavier_uniform_(z) for z in each], dim=2))
        self.bias = nn.Parameter(torch.zeros(motifs, heads)) if bias else None

    def forward(
        self, units: Sequence[torch.Tensor], present: torch.Tensor | None = None
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """The vectors h, (n, heads * channels), and the weights, (n, motifs), as means over heads.

        Parameters
        ----------
        units : sequence of (n, channels) tensors, one per motif
            The activated units of the same nodes.
        present : (n, motifs) bool tensor, optional
            Motifs that count: the others get weight 0 unless a node has none at all.
        """
        counted = None if present is None else present | ~present.any(dim=1, keepdim=True)
        alpha = self.weights(units, counted)
        if self.z.shape[2] == 1:
            h = sum(alpha[:, m] * unit for m, unit in enumerate(units))
        else:
            h = (alpha.transpose(1, 2) @ torch.stack(list(units), dim=1)).flatten(1)
        return cast(torch.Tensor, h), alpha.mean(dim=2)

    def weights(
        self, units: Sequence[torch.Tensor], counted: torch.Tensor | None = None
    ) -> torch.Tensor:
        """Weights of every head, (n, motifs, heads).

        Parameters
        ----------
        units : sequence of (n, channels) tensors, one per motif
            The activated units of the same nodes.
        counted : (n, motifs) bool tensor, optional
            The others get weight 0; every node has at least one that counts.
        """
        if len(units) != self.motifs:
            raise ConfigError(f"units: expected one per motif, {self.motifs}, got {len(units)}")
        z = self.z.expand(self.motifs, -1, -1)
        scores = torch.stack([unit @ z[m] for m, unit in enumerate(units)], dim=1) * self.scale
        if self.bias is not None:
            scores = scores + self.bias
        if counted is not None:
            scores = scores.masked_fill(~counted.unsqueeze(2), float("-inf"))
        return scores.softmax(dim=1)
