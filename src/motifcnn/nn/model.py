"""MotifCNN: layers of motif convolutions, combined per node, and a classifier on top."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

import torch
from torch import nn
from torch.nn import functional

from motifcnn.motif.motif import Motif
from motifcnn.nn.combine import CombineMotifs
from motifcnn.nn.conv import MotifConv, Unit, Widths
from motifcnn.nn.dropout import dropout, next_seed
from motifcnn.nn.joined import joined_units
from motifcnn.nn.presets import Combine, Config
from motifcnn.nn.term import HiddenTerm
from motifcnn.nn.view import View, alive_types, motifs_of

_ACTIVATIONS: Mapping[str, type[nn.Module]] = {"relu": nn.ReLU, "elu": nn.ELU}


class TypeLayer(nn.Module):
    """One layer for the nodes of one type: a unit per motif with that target, or a self unit; combined."""

    def __init__(
        self,
        motifs: Sequence[Motif],
        node_type: str,
        widths: Widths,
        out: int,
        how: Combine,
        config: Config,
    ) -> None:
        super().__init__()
        own: list[Motif | None] = [motifs[m] for m in motifs_of(motifs, node_type)]
        self.convs = nn.ModuleList(
            # A self unit that stands alone starts at full weight: there is nothing else to listen
            # to.
            MotifConv(
                motif,
                node_type,
                widths,
                out,
                bias=config.bias,
                self_weight=config.self_weight if motif else 1.0,
            )
            for motif in own or [None]
        )
        self.norms = nn.ModuleList(
            [_Norm(out) if config.batch_norm else nn.Identity() for _ in self.convs]
        )
        self.activation = _ACTIVATIONS[config.activation]()
        self.combine = CombineMotifs(len(self.convs), out, how, config.attention)
        self.config = config

    def forward(self, units: Sequence[Unit], drop: float) -> tuple[torch.Tensor, torch.Tensor]:
        """Vectors, (n, out), and weights of the motifs, (n, motifs)."""
        if not (drop or self.config.batch_norm) and all(
            weight.device.type == "cpu" for weight in self.parameters()
        ):
            side_by_side = joined_units(cast(list[MotifConv], list(self.convs)), units)
            return self.combine.joined(side_by_side, len(self.convs), self.config.activation)
        parts = zip(self.convs, self.norms, units, strict=True)
        hidden = [self.activation(norm(conv(unit, drop))) for conv, norm, unit in parts]
        result: tuple[torch.Tensor, torch.Tensor] = self.combine(hidden)
        return result


class _Norm(nn.BatchNorm1d):
    """Batch normalisation; one row alone, which has no deviation, is normalised by the running mean as in prediction."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """(n, out)."""
        if self.training and len(x) < 2:
            assert self.running_mean is not None
            assert self.running_var is not None
            return functional.batch_norm(
                x, self.running_mean, self.running_var, self.weight, self.bias, eps=self.eps
            )
        result: torch.Tensor = super().forward(x)
        return result


class MotifCNN(nn.Module):
    """Motif-CNN over given motifs.

    Parameters
    ----------
    motifs : sequence of Motif
        Of any target type; those of types that the target cannot see within the layers are never
        used.
    target : str
        Node type to classify.
    widths : mapping of node type to tuple of int
        Columns of each input block.
    classes : int
    config : Config

    Examples
    --------
    >>> motif = Motif.parse("(t:paper)--(a:author)--(c:paper)")
    >>> model = MotifCNN([motif], "paper", {"paper": (50,), "author": (20,)}, classes=3, config=Config(filters=(16, 8)))
    >>> model.output.in_features
    8
    """

    def __init__(
        self, motifs: Sequence[Motif], target: str, widths: Widths, classes: int, config: Config
    ) -> None:
        super().__init__()
        self.motifs, self.target, self.config = tuple(motifs), target, config
        self.types = alive_types(self.motifs, target, len(config.filters))
        self.layers = nn.ModuleList()
        for number, (types, out) in enumerate(zip(self.types, config.filters, strict=True)):
            how = config.last_combine if number == len(config.filters) - 1 else config.combine
            layer = nn.ModuleList(
                [TypeLayer(self.motifs, t, widths, out, how, config) for t in types]
            )
            self.layers.append(layer)
            # A self unit stands alone, so a type's width after a layer depends on how many motifs
            # it has.
            widths = {
                t: (int(cast(TypeLayer, module).combine.out_features),)
                for t, module in zip(types, layer, strict=True)
            }
        width = widths[target][0]
        self.dense = nn.ModuleList()
        for out in config.dense:
            self.dense.append(nn.Linear(width, out))
            width = out
        self.activation = _ACTIVATIONS[config.activation]()
        self.output = nn.Linear(width, classes)
        nn.init.xavier_uniform_(self.output.weight)
        nn.init.zeros_(self.output.bias)

    def forward(self, view: View, attention: list[torch.Tensor] | None = None) -> torch.Tensor:
        """Logits, (n, classes), of the view's rows; `attention` collects the target's motif weights, (n, motifs), of each layer.

        Weights of a layer before the last cover all rows of the target type that the layer
        computes.
        """
        joint, depth = view.joint, len(self.layers)
        if joint is None:
            return self.head(self._layers(view, {}, range(depth), attention)[self.target])
        if attention is not None:
            h = self._layers(view, {}, range(joint.layers), attention)
        else:
            weights = self.layers[: joint.layers].parameters()
            h = joint.kept.vectors(
                weights, lambda: self._layers(view, {}, range(joint.layers)), training=self.training
            )
        return self.head(
            self._layers(view, joint.chosen(h), range(joint.layers, depth), attention)[self.target]
        )

    def _layers(
        self,
        view: View,
        h: dict[str, torch.Tensor],
        numbers: range,
        attention: list[torch.Tensor] | None = None,
    ) -> dict[str, torch.Tensor]:
        """Vectors of each type after layers of these numbers, from those before."""
        drop = self.config.dropout if self.training else 0.0
        for number in numbers:
            if number == 0:
                units: Mapping[str, Sequence[Unit]] = view.first
                unit_drop = self.config.input_dropout if self.training else 0.0
            else:
                h = {t: dropout(x, drop, next_seed()) if drop else x for t, x in h.items()}
                units, unit_drop = self._units(view, number, h), 0.0
            after = {}
            for t, module in zip(
                self.types[number], cast(nn.ModuleList, self.layers[number]), strict=True
            ):
                after[t], weights = module(units[t], unit_drop)
                if attention is not None and t == self.target:
                    attention.append(weights)
            h = after
        return h

    def head(self, x: torch.Tensor) -> torch.Tensor:
        """Logits, (n, classes), from vectors of the last convolution."""
        drop = self.config.dropout if self.training else 0.0
        for dense in self.dense:
            x = self.activation(dense(dropout(x, drop, next_seed()) if drop else x))
        logits: torch.Tensor = self.output(dropout(x, drop, next_seed()) if drop else x)
        return logits

    @property
    def joint_layers(self) -> int:
        """How many of the lowest layers give the same vectors in training and in validation, short of the last."""
        if self.config.input_dropout or self.config.batch_norm:
            return 0
        return min(1, len(self.layers) - 1) if self.config.dropout else len(self.layers) - 1

    def _units(
        self, view: View, number: int, h: Mapping[str, torch.Tensor]
    ) -> dict[str, list[Unit]]:
        layer = view.deeper[number - 1]
        units: dict[str, list[Unit]] = {}
        for t in self.types[number]:
            places = layer.itself[t]
            itself = (HiddenTerm(None, h[t] if places is None else h[t].index_select(0, places)),)
            units[t] = []
            for m in motifs_of(self.motifs, t):
                roles = enumerate(self.motifs[m].roles)
                units[t].append(
                    Unit(
                        itself,
                        tuple(
                            (HiddenTerm(layer.roles[t, m, k], h[role.node_type]),)
                            for k, role in roles
                        ),
                    )
                )
            units[t] = units[t] or [Unit(itself)]
        return units
