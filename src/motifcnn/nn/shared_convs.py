"""Motif convolutions of one layer that share a filter per node type."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import torch
from torch import nn

from motifcnn.motif.motif import Motif
from motifcnn.nn.features import Features, drop, product, unit_rows
from motifcnn.nn.fused.precomputed import PrecomputedRole
from motifcnn.nn.glorot import glorot
from motifcnn.nn.motif_conv import Operator
from motifcnn.nn.sparse.aggregate import aggregate

OWN_SHARE = 0.2
"""Share of its own vector in a unit before training: what a node among four others would have."""


class SharedMotifConvs(nn.Module):
    r"""The units of all motifs with one target type, with one filter per node type.

    .. math:: H^M = g_M X_t W_t + (1 - g_M) \, (D^M)^{-1} \sum_k A^M_k X_{\tau(k)} W_{\tau(k)}

    `MotifConv` has a filter per motif and role. Here motifs differ by the nodes that they reach and
    by the learned share g of a node's own vector, so there are fewer weights to learn. With the
    edge as the only motif this is a GCN whose rows sum to 1.

    Parameters
    ----------
    motifs : sequence of Motif
        Of one target type.
    in_channels : mapping of node type to int
        Width of what nodes of each type hold.
    out_channels : int
    unit_rows, bias, dropout
        As in `MotifConv`; one constant for all motifs.

    Examples
    --------
    >>> import motifcnn as mc
    >>> graph = mc.load_dataset("debian")
    >>> motifs = [mc.Motif.parse("(t:package)--(l:library)--(c:package)")]
    >>> convs = SharedMotifConvs(motifs, {"package": 16, "library": 4}, 8)
    >>> x = {"package": torch.randn(3111, 16), "library": torch.randn(534, 4)}
    >>> [unit.shape for unit in convs(x, [mc.operator(graph, m) for m in motifs], x["package"])]
    [torch.Size([3111, 8])]
    """

    def __init__(
        self,
        motifs: Sequence[Motif],
        in_channels: Mapping[str, int],
        out_channels: int,
        *,
        unit_rows: bool = False,
        bias: bool = False,
        dropout: float = 0.0,
    ) -> None:
        super().__init__()
        self.unit_rows, self.dropout = unit_rows, dropout
        self.target = motifs[0].target_type
        read = [self.target, *(role.node_type for motif in motifs for role in motif.roles)]
        self.types = tuple(dict.fromkeys(read))
        # By place and not by type: the names of parameters have to be free of a user's names.
        self.w = nn.ParameterList([glorot(in_channels[t], out_channels) for t in self.types])
        start = torch.logit(torch.tensor(OWN_SHARE))
        self.bias = nn.Parameter(torch.zeros(out_channels)) if bias else None
        self.own_share = nn.Parameter(start.repeat(len(motifs)))

    def forward(
        self, x_dict: Mapping[str, Features], operators: Sequence[Operator], x_own: Features
    ) -> list[torch.Tensor]:
        """One unit per motif, (n, out_channels) each.

        Parameters
        ----------
        x_dict : mapping of node type to (n_type, in_channels) features
        operators : sequence of MotifOperator
            One per motif.
        x_own : (n, in_channels) features
            What the targets themselves hold.
        """
        filters = dict(zip(self.types, self.w, strict=True))
        filtered: dict[str, torch.Tensor] = {}
        own = self._dropped(x_own) @ filters[self.target]
        units = []
        for operator, g in zip(operators, self.own_share.sigmoid(), strict=True):
            seen = torch.zeros_like(own)
            for role in operator.roles:
                t = role.node_type
                if isinstance(role, PrecomputedRole):
                    seen = seen + self._dropped(role.product) @ filters[t]
                elif self.unit_rows:
                    reached = unit_rows(product(role, x_dict[t]))
                    seen = seen + self._dropped(reached) @ filters[t]
                else:
                    if t not in filtered:
                        filtered[t] = self._dropped(x_dict[t]) @ filters[t]
                    seen = seen + aggregate(role, filtered[t])
            units.append(torch.lerp(seen, own, g))
        return units if self.bias is None else [unit + self.bias for unit in units]

    def _dropped(self, x: Features) -> Features:
        return drop(x, self.dropout) if self.training else x
