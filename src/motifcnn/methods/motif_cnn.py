"""Motif-CNN (Sankar, Zhang and Chang 2017; Meta-GNN, ASONAM 2019) and its ablations."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import cached_property, partial
from typing import Any, ClassVar, cast

import numpy as np
import numpy.typing as npt
import torch

from motifcnn.graph.graph import Graph
from motifcnn.methods.method import Classifier, Method, Problem, Rows
from motifcnn.methods.motif_cnn_settings import (
    CANDIDATES,
    CHOSEN,
    COARSE,
    FINE,
    INDUCTIVE,
    NO_ATTENTION,
    PAPER_SPACE,
    PRESETS,
    ROWS,
    SPACE,
    WORDS,
    WORDS_TWICE,
    MotifCNNSettings,
)
from motifcnn.methods.motif_rules import choose_motifs
from motifcnn.methods.registry import register_method
from motifcnn.methods.task import Task
from motifcnn.motif.motif import Motif
from motifcnn.nn.blocks import Block, make_blocks
from motifcnn.nn.features import Features, take
from motifcnn.nn.fused.precomputed import PrecomputedOperator, precomputed
from motifcnn.nn.inputs import InputSettings, node_inputs, require_some
from motifcnn.nn.layerwise import layerwise
from motifcnn.nn.logit_parts import Compute, logits_without, of_last_layer, predicted_parts
from motifcnn.nn.motif_cnn import MotifCNN
from motifcnn.nn.motif_conv import LABELS
from motifcnn.nn.sampling import SampledNeighbourhoods
from motifcnn.nn.settings import Settings
from motifcnn.nn.sparse.aggregate import aggregate
from motifcnn.tensor.operator import operator

_CPU = torch.device("cpu")


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
            decay=s.decay,
            label_channels=problem.classes if s.labels else 0,
            **{name: getattr(s, name) for name in layer},
        )
        self.module = self.network
        if s.labels:  # part of the state, so that a saved run knows them
            shape = problem.rows, problem.classes
            self.network.register_buffer(LABELS, torch.zeros(shape))
        self._known: dict[int, PrecomputedOperator] | None = None
        if len(s.filters) == 1:
            own = s.of(InputSettings), self.inputs
            key = ("precomputed", *own, s.normaliser, s.unit_rows)
            self._known = {
                m: graph.cache.get(
                    (*key, motif.key), partial(precomputed, op, self.x, unit=s.unit_rows)
                )
                for m, (motif, op) in enumerate(zip(motifs, self.operators, strict=True))
                if motif.target_type == self.target
            }
        self._sampled: SampledNeighbourhoods | None = None

    def know(self, task: Task) -> None:
        """Keeps the labels of training nodes, where labels are inputs."""
        if self.label_buffer is not None:
            self.label_buffer[torch.tensor(task.train)] = torch.from_numpy(task.train_classes)

    def placed(self, weights: Mapping[str, npt.NDArray[Any]], rows: Rows) -> dict[str, Any]:
        """The weights, with known labels in the rows of their nodes."""
        result = dict(weights)
        if LABELS in result:
            known = np.zeros((len(rows), result[LABELS].shape[1]), result[LABELS].dtype)
            known[rows >= 0] = result[LABELS][rows[rows >= 0]]
            result[LABELS] = known
        return result

    @property
    def label_buffer(self) -> torch.Tensor | None:
        """Known labels, (n_target, classes); None where they are no inputs."""
        return cast("torch.Tensor | None", getattr(self.network, LABELS, None))

    @cached_property
    def _products(self) -> dict[int, PrecomputedOperator] | None:
        """What one layer reads, with the means of known labels."""
        if self._known is None or self.label_buffer is None:
            return self._known
        y = self.label_buffer.cpu()
        found = {}
        for m, known in self._known.items():
            roles = self.operators[m].roles
            own = [k for k, role in enumerate(roles) if role.node_type == self.target]
            found[m] = replace(known, labels={k: aggregate(roles[k], y) for k in own})
        return found

    def view(self, rows: Rows, device: torch.device) -> Any:
        """Inputs, blocks and own inputs, cut down to what those rows read."""
        if self._products is not None:
            known = {m: found.rows(rows, device) for m, found in self._products.items()}
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
        if self._by_rows(rows):
            return super().logits(rows, device)
        return self._layerwise(device)[0][torch.tensor(rows)]

    def _by_rows(self, rows: Rows) -> bool:
        """Whether these rows are computed alone, and not with all others layer by layer."""
        return self._known is not None or 4 * len(rows) < self.graph.counts[self.target]

    def attention(self, rows: Rows) -> list[torch.Tensor]:
        """Per layer the weights of the target's motifs, (n, motifs)."""
        self.module.eval()
        if self._known is None:
            return [found[torch.tensor(rows)] for found in self._layerwise(_CPU)[1]]
        weights: list[torch.Tensor] = []
        with torch.no_grad():
            self.module(*self.view(rows, _CPU), attention=weights)
        return weights

    def contributions(self, rows: Rows) -> torch.Tensor:
        """What each motif adds to the predicted logit; its unit holds the own inputs, too."""
        found = self._of_last_layer(rows, predicted_parts)
        motifs = sum(op.motif.target_type == self.target for op in self.operators)
        return torch.nn.functional.pad(found, (0, motifs + 2 - found.shape[1]))

    def without(self, rows: Rows) -> torch.Tensor:
        """Logits where the last layer does without a motif: (n, motifs, classes)."""
        return self._of_last_layer(rows, logits_without)

    def _of_last_layer(self, rows: Rows, compute: Compute) -> torch.Tensor:
        self.module.eval()
        found = of_last_layer(self.network, compute, partial(self.logits, rows, _CPU))
        return found if self._by_rows(rows) else found[torch.tensor(rows)]

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


_WORD_ENTRIES = 1 << 26
"""Entries that the products of all motifs with features in full width may have."""


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
    presets: ClassVar = {**PRESETS, "inductive": INDUCTIVE}
    search_space: ClassVar = SPACE
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

    def candidates(
        self, graph: Graph, target: str, settings: Settings, given: Collection[str]
    ) -> dict[str, dict[str, Any]]:
        """Inputs and depths: words in full width where they fit, rows where there are none."""
        s = cast(MotifCNNSettings, settings)
        if not s.choose or CHOSEN & set(given):
            return {}
        names = [COARSE, FINE]
        widths = [x.shape[1] for x in graph.features.values()]
        motifs = self.default_motifs(graph, target, s)
        if not widths:
            names.append(ROWS)
        elif graph.counts[target] * max(widths) * len(motifs) <= _WORD_ENTRIES:
            names.append(WORDS)
            if len(widths) == len(graph.counts):
                names.append(WORDS_TWICE)
        return {name: CANDIDATES[name] | {"choose": False} for name in names}

    def space(self, preset: str | None, *, motifs_named: bool) -> dict[str, tuple[Any, ...]]:
        """Of the papers' networks widths and depth are tuned; of their code nothing is."""
        if preset == "code":
            return {}
        return dict(PAPER_SPACE if preset in ("preprint", "asonam") else SPACE)


@register_method
class MotifCNNA(MotifCNNMethod):
    """Motif-CNN-A: one learned weight per motif, the same for every node."""

    name = "motif-cnn-a"
    fixed: ClassVar = NO_ATTENTION | {"combine": "weighted-sum"}


@register_method
class MotifCNNNoAttention(MotifCNNMethod):
    """Motif-CNN without attention: the mean of the units."""

    name = "motif-cnn-no-attention"
    fixed: ClassVar = NO_ATTENTION | {"combine": "mean"}


@register_method
class MotifCNNNoRoles(MotifCNNMethod):
    """Motif-CNN without roles: one matrix per motif and node type."""

    name = "motif-cnn-no-roles"
    fixed: ClassVar = {"roles": False}
