"""Motif-CNN (Sankar, Zhang and Chang 2017; Meta-GNN, ASONAM 2019) and its ablations."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any, ClassVar, Literal, cast

import numpy as np
import torch
from pydantic import Field, model_validator

from motifcnn.graph.graph import Graph
from motifcnn.methods.method import Classifier, Method, NotApplicable, Problem, Rows
from motifcnn.methods.motif_rules import choose_motifs
from motifcnn.methods.registry import register_method
from motifcnn.motif.motif import Motif
from motifcnn.nn.blocks import Block, make_blocks
from motifcnn.nn.features import Features, take
from motifcnn.nn.fused.precomputed import PrecomputedOperator, precomputed
from motifcnn.nn.inputs import InputSettings, node_inputs, require_some
from motifcnn.nn.layerwise import layerwise
from motifcnn.nn.motif_cnn import Attention, Combine, MotifCNN
from motifcnn.nn.sampling import SampledNeighbourhoods
from motifcnn.nn.settings import PositiveInt, Settings, Share, TrainSettings, Widths
from motifcnn.tensor.operator import operator

MotifNodes = Annotated[int, Field(ge=2, le=6)]


class MotifCNNSettings(InputSettings, TrainSettings):
    """Settings of a Motif-CNN; see `InputSettings` and `TrainSettings` for the rest.

    Parameters
    ----------
    filters : tuple of int
        Width of each motif layer, first layer first.
    activation : {"relu", "elu"}
    normaliser : {"instances", "role"}
        Divide by the number of instances (the papers), or each role by its row sum (their code).
    combine : {"attention", "weighted-sum", "mean", "concatenate"}
        How the units of a node's motifs become one vector.
    last_combine : optional
        The same for the last layer; None: as the others.
    attention : {"per-motif", "shared", "shared-unscaled"}
        One z per motif, scaled (preprint); one for all, scaled (2019); one for all, not scaled
        (code).
    heads : int
        Of the attention; more than one have a learned offset per motif.
    mask : bool
        Attention leaves out motifs of which a node has no instance.
    shared_own : bool
        One W_0 for all motifs of a type instead of one each.
    unit_rows : bool
        Scale what a node sees through a role to length 1 before its filter.
    roles : bool
        False is the role-agnostic ablation: one matrix per motif and node type.
    bias, batch_norm : bool
    input_dropout, dropout : float
        Share of the inputs and of hidden values that a training step leaves out.
    motif_nodes, path_nodes : int
        Sizes of the largest motif and of the longest path when the user names no motifs.
    """

    filters: Widths = (64,)
    activation: Literal["relu", "elu"] = "relu"
    normaliser: Literal["instances", "role"] = "instances"
    combine: Combine = "attention"
    last_combine: Combine | None = None
    attention: Attention = "per-motif"
    heads: PositiveInt = 1
    mask: bool = False
    shared_own: bool = False
    unit_rows: bool = False
    roles: bool = True
    bias: bool = False
    batch_norm: bool = False
    input_dropout: Share = 0.0
    dropout: Share = 0.5
    motif_nodes: MotifNodes = 3
    path_nodes: Annotated[int, Field(ge=0, le=6)] = 0

    @model_validator(mode="after")
    def _attention_is_used(self) -> MotifCNNSettings:
        layers = {self.combine if len(self.filters) > 1 or not self.last_combine else ""}
        if "attention" not in layers | {self.last_combine or self.combine}:
            unused = {"attention": "per-motif", "heads": 1, "mask": False}
            for name, default in unused.items():
                if getattr(self, name) != default:
                    raise ValueError(f"{name} has no effect: no layer combines motifs by attention")
        return self


PRESETS: Mapping[str, MotifCNNSettings] = {
    "preprint": MotifCNNSettings(
        filters=(64, 64, 64), window=10, stop="window-mean", select="loss"
    ),
    "asonam": MotifCNNSettings(
        filters=(64, 32),
        attention="shared",
        weight_decay=1e-5,
        window=10,
        stop="window-mean",
        select="loss",
    ),
    "code": MotifCNNSettings(
        filters=(64, 32, 10),
        activation="elu",
        normaliser="role",
        attention="shared-unscaled",
        last_combine="concatenate",
        dropout=0.0,
        learning_rate=0.005,
        epochs=100,
        window=100,
        stop="window-mean",
        select="loss",
    ),
    "default": MotifCNNSettings(
        heads=8,
        attention="shared",
        mask=True,
        shared_own=True,
        unit_rows=True,
        text="tf-idf",
        project=128,
        featureless="structure",
        structure=64,
        structure_decay=1.5,
        structure_everywhere=True,
        diffusion=0.1,
        input_dropout=0.6,
        learning_rate=0.01,
        weight_decay=1e-4,
        epochs=200,
        window=25,
    ),
}
# Nothing in it belongs to the nodes of the training graph.
_INDUCTIVE = PRESETS["default"].changed(
    {"featureless": "none", "structure_everywhere": False, "borrow": True}
)
_NO_ATTENTION: dict[str, Any] = {
    "last_combine": None,
    "attention": "per-motif",
    "heads": 1,
    "mask": False,
}


class MotifCNNClassifier(Classifier):
    """A `MotifCNN` over the motifs of a problem."""

    def __init__(self, problem: Problem) -> None:
        s = cast(MotifCNNSettings, problem.settings)
        graph = self.graph = problem.graph
        self.target = problem.target
        motifs = [counted(motif, s.roles) for motif in problem.motifs]
        read = [problem.target, *(role.node_type for m in motifs for role in m.roles)]
        inputs = require_some(node_inputs(graph, s, problem.inputs), read)
        self.inputs = inputs.fitted
        self.x = {t: _or_nothing(inputs.carried, t, n) for t, n in graph.counts.items()}
        self.own = _or_nothing(inputs.features, problem.target, problem.rows)
        many = 1 if len(s.filters) == 1 else 100
        self.operators = [operator(graph, m, s.normaliser, applications=many) for m in motifs]
        layer = ("combine", "attention", "heads", "mask", "shared_own", "unit_rows", "bias")
        self.network = MotifCNN(
            motifs,
            {t: x.shape[1] for t, x in self.x.items()},
            problem.classes,
            target=problem.target,
            hidden=s.filters,
            own_channels=self.own.shape[1],
            last_combine=s.last_combine,
            dropout=s.dropout,
            input_dropout=s.input_dropout,
            activation=s.activation,
            batch_norm=s.batch_norm,
            **{name: getattr(s, name) for name in layer},
        )
        self.module = self.network
        self._known: dict[int, PrecomputedOperator] | None = None
        if len(s.filters) == 1:
            key = (
                "precomputed",
                s.of(InputSettings),
                self.inputs,
                s.normaliser,
                s.unit_rows,
            )
            self._known = {
                m: graph.cache.get(
                    (*key, motif.key), partial(precomputed, op, self.x, unit=s.unit_rows)
                )
                for m, (motif, op) in enumerate(zip(motifs, self.operators, strict=True))
                if motif.target_type == self.target
            }
        self._sampled: SampledNeighbourhoods | None = None

    def view(self, rows: Rows, device: torch.device) -> Any:
        """Inputs, blocks and own inputs, cut down to what those rows read."""
        if self._known is not None:
            known = {m: found.rows(rows, device) for m, found in self._known.items()}
            own = _to(take(self.own, torch.tensor(rows)), device)
            return {}, [Block(known, {self.target: None})], own
        return self._cut(rows, device, None)

    def batch(
        self, rows: Rows, device: torch.device, sample: int | None, generator: np.random.Generator
    ) -> Any:
        """A view for one step; `sample` limits instances per target and motif."""
        if sample is None or self._known is not None:
            return super().batch(rows, device, sample, generator)
        if self._sampled is None or self._sampled.sample != sample:
            self._sampled = SampledNeighbourhoods(self.graph, self.operators, sample)
        return self._cut(rows, device, self._sampled.drawn_by(generator))

    def logits(self, rows: Rows, device: torch.device) -> torch.Tensor:
        """Logits of rows, (n, classes), on the CPU."""
        few = 4 * len(rows) < self.graph.counts[self.target]
        if self._known is not None or few:
            return super().logits(rows, device)
        return self._layerwise(device)[0][torch.tensor(rows)]

    def attention(self, rows: Rows) -> list[torch.Tensor]:
        """Per layer the weights of the target's motifs, (n, motifs)."""
        device = torch.device("cpu")
        self.module.eval()
        if self._known is None:
            return [found[torch.tensor(rows)] for found in self._layerwise(device)[1]]
        weights: list[torch.Tensor] = []
        with torch.no_grad():
            self.module(*self.view(rows, device), attention=weights)
        return weights

    def contributions(self, rows: Rows) -> torch.Tensor:
        """There are none: a unit passes an activation before it is weighed."""
        raise NotApplicable(
            "motif-cnn weighs its motifs by attention and has no contributions; `attention()` says "
            "how much each motif counts"
        )

    def _layerwise(self, device: torch.device) -> tuple[torch.Tensor, list[torch.Tensor]]:
        x, own = self._on(device)
        return layerwise(
            self.network, x, self.operators, self.graph.counts, device=device, x_own=own
        )

    def _cut(self, rows: Rows, device: torch.device, sampled: Any) -> Any:
        blocks = make_blocks(
            self.operators,
            self.network.types,
            self.graph.counts,
            self.target,
            rows,
            device=device,
            neighbourhoods=sampled,
        )
        x, own = self._on(device)
        return x, blocks, None if own is None else take(own, blocks[0].own[self.target])

    def _on(self, device: torch.device) -> tuple[dict[str, Features], Features | None]:
        own = None if self.own.shape[1] == self.x[self.target].shape[1] else _to(self.own, device)
        return {t: _to(x, device) for t, x in self.x.items()}, own


def counted(motif: Motif, roles: bool) -> Motif:
    """The motif with the roles that a network tells apart.

    Without roles a motif has one matrix per node type. A path that is seen through its context
    alone has no roles to lose.

    Examples
    --------
    >>> path = Motif.parse("(t:paper)--(a:author)--(c:paper)")
    >>> [role.label for role in counted(path.with_roles("context"), roles=False).roles]
    ['c']
    """
    return motif if roles or motif.role_rule == "context" else motif.with_roles("none")


def _or_nothing(found: Mapping[str, Features], node_type: str, count: int) -> Features:
    return found[node_type] if node_type in found else torch.zeros(count, 0)


def _to(x: Features, device: torch.device) -> Features:
    return x.to(device) if isinstance(x, torch.Tensor) else x


@register_method
class MotifCNNMethod(Method):
    """Units per motif with role filters, attention per node, stacked."""

    name = "motif-cnn"
    settings = PRESETS["default"]
    presets: ClassVar = {**PRESETS, "inductive": _INDUCTIVE}
    search_space: ClassVar = {
        "learning_rate": (0.003, 0.01, 0.03),
        "weight_decay": (1e-5, 1e-4, 1e-3),
        "input_dropout": (0.3, 0.6, 0.8),
        "filters": ((32,), (64,), (128,)),
        "structure_everywhere": (False, True),
        "diffusion": (0.0, 0.1),
        "path_nodes": (0, 4),
    }
    uses_motifs = True

    def build(self, problem: Problem) -> MotifCNNClassifier:
        """The untrained classifier of a problem."""
        return MotifCNNClassifier(problem)

    def default_motifs(self, graph: Graph, target: str, settings: Settings) -> tuple[Motif, ...]:
        """Edges and motifs that stay connected without their target; see `choose_motifs`."""
        s = cast(MotifCNNSettings, settings)
        sizes = {"max_nodes": s.motif_nodes, "path_nodes": s.path_nodes, "depth": len(s.filters)}
        return graph.cache.get(
            ("chosen motifs", target, *sizes.values()),
            lambda: choose_motifs(graph, target, **sizes),
        )

    def space(self, preset: str | None, *, motifs_named: bool) -> dict[str, tuple[Any, ...]]:
        """Of a preset from a paper only how it is trained is tuned, never what it is."""
        found = super().space(preset, motifs_named=motifs_named)
        if motifs_named:
            found.pop("path_nodes", None)
        if preset in ("preprint", "asonam", "code"):
            found = {name: found[name] for name in ("learning_rate", "weight_decay")}
            found |= {"dropout": (0.0, 0.2, 0.5), "input_dropout": (0.0, 0.3, 0.6)}
        return found


@register_method
class MotifCNNA(MotifCNNMethod):
    """Motif-CNN-A: one learned weight per motif, the same for every node."""

    name = "motif-cnn-a"
    fixed: ClassVar = _NO_ATTENTION | {"combine": "weighted-sum"}


@register_method
class MotifCNNNoAttention(MotifCNNMethod):
    """Motif-CNN without attention: the mean of the units."""

    name = "motif-cnn-no-attention"
    fixed: ClassVar = _NO_ATTENTION | {"combine": "mean"}


@register_method
class MotifCNNNoRoles(MotifCNNMethod):
    """Motif-CNN without roles: one matrix per motif and node type."""

    name = "motif-cnn-no-roles"
    fixed: ClassVar = {"roles": False}
