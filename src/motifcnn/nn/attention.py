"""Motif attention: how much each motif counts for each node."""

from __future__ import annotations

import math
from typing import Literal

import torch
from torch import nn

from motifcnn.nn.conv import glorot


class MotifAttention(nn.Module):
    r"""Weights of a node's motifs from its own units.

    .. math:: e_{k,i} = z_k \cdot h^k(v_i) / \sqrt{len(z_k)}, \quad \alpha_{\cdot,i} = softmax_k(e_{k,i})

    Parameters
    ----------
    motifs, width : int
    kind : {"per-motif", "shared", "shared-unscaled"}
        One z per motif, scaled (preprint); one z for all, scaled (published paper); one z for all,
        unscaled (released code).

    Examples
    --------
    >>> attention = MotifAttention(motifs=3, width=8)
    >>> attention(torch.zeros(2, 3, 8))
    tensor([[0.3333, 0.3333, 0.3333],
            [0.3333, 0.3333, 0.3333]], grad_fn=<SoftmaxBackward0>)
    """

    def __init__(
        self,
        motifs: int,
        width: int,
        kind: Literal["per-motif", "shared", "shared-unscaled"] = "per-motif",
    ) -> None:
        super().__init__()
        rows = motifs if kind == "per-motif" else 1
        self.z = nn.Parameter(glorot(rows, width).detach())
        self.scale = 1.0 if kind == "shared-unscaled" else 1.0 / math.sqrt(width)

    def forward(self, units: torch.Tensor) -> torch.Tensor:
        """Weights, (n, motifs), of `units`, (n, motifs, width); each row sums to 1."""
        return torch.softmax((units * self.z).sum(dim=2) * self.scale, dim=1)
