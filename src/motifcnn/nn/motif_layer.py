"""MotifLayer: a unit per motif for the nodes of one type, combined per node."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias, cast

import torch
from torch import nn
from torch.nn import functional

from motifcnn.motif.motif import Motif
from motifcnn.nn.attention import MotifAttention
from motifcnn.nn.combine import MotifConcat, MotifMean, MotifWeights
from motifcnn.nn.features import Features, drop
from motifcnn.nn.fused.precomputed import PrecomputedOperator
from motifcnn.nn.glorot import glorot
from motifcnn.nn.motif_conv import MotifConv, Operator
from motifcnn.nn.settings import ConfigError
from motifcnn.nn.shared_convs import SharedMotifConvs
from motifcnn.nn.sparse.aggregate import present

Combine: TypeAlias = Literal["attention", "weighted-sum", "mean", "concatenate"]
Activation: TypeAlias = Literal["relu", "elu", "none"]
Attention: TypeAlias = Literal["per-motif", "shared", "shared-unscaled"]


class MotifLayer(nn.Module):
    """One layer for the nodes of one type: a unit per motif with that target, combined per node.

    A type without motifs has one unit that reads the nodes themselves.

    Parameters
    ----------
    motifs : sequence of Motif
        Those with this target type.
    in_channels : mapping of node type to int
        Width of what nodes of each type hold.
    own_channels : int
        Width of what the targets themselves hold.
    out_channels : int
        Width of each unit.
    combine : {"attention", "weighted-sum", "mean", "concatenate"}
        How the units of a node become one vector.
    attention : {"per-motif", "shared", "shared-unscaled"}
        A vector z per motif, one for all motifs, or one for all without the scale (Eqn 3).
    heads : int
        Of the attention.
    mask : bool
        Attention, or the mean, leaves out motifs of which a node has no instance.
    shared_own : bool
        One W_0 for all motifs instead of one each.
    shared_filters : bool
        One filter per node type for all motifs and roles, and for the targets themselves
        (`SharedMotifConvs`).
    activation : {"relu", "elu", "none"}
        Of each unit.
    batch_norm : bool
        Normalise units over nodes before the activation.
    dropout : float
        Of what the units read.
    unit_rows, bias, label_channels
        See `MotifConv`.
    """

    def __init__(
        self,
        motifs: Sequence[Motif],
        in_channels: Mapping[str, int],
        own_channels: int,
        out_channels: int,
        *,
        combine: Combine = "attention",
        attention: Attention = "per-motif",
        heads: int = 1,
        mask: bool = False,
        shared_own: bool = False,
        shared_filters: bool = False,
        activation: Activation = "relu",
        batch_norm: bool = False,
        unit_rows: bool = False,
        bias: bool = False,
        label_channels: int = 0,
        dropout: float = 0.0,
    ) -> None:
        super().__init__()
        self.dropout, self.mask = dropout, mask
        self.activation = nn.Identity() if activation == "none" else getattr(functional, activation)
        options: dict[str, Any] = {"unit_rows": unit_rows, "bias": bias, "dropout": dropout}
        options["label_channels"] = label_channels
        self.shared: SharedMotifConvs | None = None
        if shared_filters and motifs:
            if own_channels != in_channels[motifs[0].target_type]:
                raise ConfigError(
                    f"shared_filters: targets hold {own_channels} columns and motifs carry "
                    f"{in_channels[motifs[0].target_type]} of them; one filter needs the same for "
                    "both, such as with diffusion=0.0, propagate=0"
                )
            del options["label_channels"]
            self.shared = SharedMotifConvs(motifs, in_channels, out_channels, **options)
        alone = (shared_own or not motifs) and self.shared is None
        self.w0 = glorot(own_channels, out_channels) if alone else None
        self.convs = nn.ModuleList(
            MotifConv(
                motif,
                in_channels,
                out_channels,
                own=not alone,
                own_channels=own_channels,
                **options,
            )
            for motif in (motifs if self.shared is None else ())
        )
        units = max(1, len(motifs))
        self.norms = nn.ModuleList(
            _BatchNorm(out_channels) if batch_norm else nn.Identity() for _ in range(units)
        )
        self.combine: nn.Module
        if combine == "attention" and units > 1:
            kind = {"shared": attention != "per-motif", "scaled": attention != "shared-unscaled"}
            self.combine = MotifAttention(units, out_channels, heads=heads, bias=heads > 1, **kind)
        else:
            kinds = {"weighted-sum": MotifWeights, "concatenate": MotifConcat}
            self.combine = kinds.get(combine, MotifMean)(units, out_channels)
        self.out_channels = cast(int, self.combine.out_channels)

    def forward(
        self, x_dict: Mapping[str, Features], operators: Sequence[Operator], x_own: Features
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Vectors, (n, out_channels), and weights of the motifs, (n, motifs)."""
        if self.shared is not None:
            units = self.shared(x_dict, operators, x_own)
        else:
            units = self._filtered_by_role(x_dict, operators, x_own)
        units = [self.activation(norm(u)) for norm, u in zip(self.norms, units, strict=True)]
        seen = _present(operators, units[0].device) if self.mask and len(units) > 1 else None
        result: tuple[torch.Tensor, torch.Tensor] = self.combine(units, seen)
        return result

    def _filtered_by_role(
        self, x_dict: Mapping[str, Features], operators: Sequence[Operator], x_own: Features
    ) -> list[torch.Tensor]:
        units = [conv(x_dict, op, x_own) for conv, op in zip(self.convs, operators, strict=True)]
        if self.w0 is None:
            return units
        own = (drop(x_own, self.dropout) if self.training else x_own) @ self.w0
        return [own + unit for unit in units] or [own]


class _BatchNorm(nn.BatchNorm1d):
    """Batch normalisation. One row alone has no deviation: the running mean and variance serve."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if self.training and len(x) == 1:
            running = cast(torch.Tensor, self.running_mean), cast(torch.Tensor, self.running_var)
            return functional.batch_norm(x, *running, self.weight, self.bias, eps=self.eps)
        result: torch.Tensor = super().forward(x)
        return result


def _present(operators: Sequence[Operator], device: torch.device) -> torch.Tensor:
    """Which nodes have instances of which motif: (n, motifs)."""
    each = [
        op.present if isinstance(op, PrecomputedOperator) else torch.from_numpy(present(op))
        for op in operators
    ]
    return torch.stack(each, dim=1).to(device)
