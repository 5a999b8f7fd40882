"""The classifier of Motif-CNN: a network, and what it reads for some rows of the target type."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property, partial
from typing import Any, cast

import numpy as np
import numpy.typing as npt
import torch

from motifcnn.graph.flat import offsets
from motifcnn.methods.batch_part import PartMotifCNN, part_operator, part_rows
from motifcnn.methods.method import Classifier, Problem, Rows
from motifcnn.methods.motif_cnn_settings import MotifCNNSettings
from motifcnn.methods.propagated import propagated
from motifcnn.methods.shard import WHOLE, Shard
from motifcnn.methods.task import Task
from motifcnn.motif.motif import Motif
from motifcnn.nn.blocks import Block, make_blocks
from motifcnn.nn.features import Features, take
from motifcnn.nn.fused.precomputed import PrecomputedOperator, precomputed
from motifcnn.nn.inputs import Inputs, InputSettings, node_inputs, require_some
from motifcnn.nn.layerwise import layerwise
from motifcnn.nn.logit_parts import Compute, logits_without, of_last_layer, predicted_parts
from motifcnn.nn.motif_cnn import MotifCNN
from motifcnn.nn.motif_conv import LABELS
from motifcnn.nn.propagated import Propagated, PropagatedRows
from motifcnn.nn.sampling import SampledNeighbourhoods
from motifcnn.nn.sparse.aggregate import aggregate
from motifcnn.nn.stacked import Stacked
from motifcnn.tensor.operator import MotifOperator, operator

_CPU = torch.device("cpu")
_OF_LAYERS = (
    *("combine", "attention", "heads", "mask"),
    *("shared_own", "shared_filters", "unit_rows", "bias"),
)
"""Settings that every layer has alike."""


class MotifCNNClassifier(Classifier):
    """A `MotifCNN` over the motifs of a problem."""

    def __init__(self, problem: Problem) -> None:
        s = cast(MotifCNNSettings, problem.settings)
        self.graph, self.target = problem.graph, problem.target
        self.motifs = [counted(motif, s.roles) for motif in problem.motifs]
        many = 1 if s.depth == 1 else 100
        self._operator = partial(
            operator, problem.graph, normaliser=s.normaliser, applications=many
        )
        self.inputs, self.x, self.own = self._read(problem)
        self.propagate, rows = s.propagate, s.propagate_rows
        self.reached: Propagated | None = None
        if self.propagate:
            self.reached = propagated(self.graph, s.of(InputSettings), self.inputs, rows=rows)
        wide = 0 if self.reached is None else self.reached.features.shape[1]
        one_layer = s.depth == 1
        network = PartMotifCNN if one_layer and not problem.shard.whole else MotifCNN
        self.network = network(
            self.motifs,
            {t: x.shape[1] for t, x in self.x.items()},
            problem.classes,
            target=problem.target,
            hidden=s.filters,
            own_channels=self.own.shape[1] + wide,
            last_combine=s.last_combine,
            dense=s.dense,
            dropout=s.dropout,
            input_dropout=s.input_dropout,
            activation=s.activation,
            batch_norm=s.batch_norm,
            decay=s.decay,
            label_channels=problem.classes if s.labels else 0,
            **{name: getattr(s, name) for name in _OF_LAYERS},
        )
        self.module = self.network
        if s.labels:  # part of the state, so that a saved run knows them
            shape = problem.rows, problem.classes
            self.network.register_buffer(LABELS, torch.zeros(shape))
        self._known: dict[int, PrecomputedOperator] | None = None
        self.shard = WHOLE  # several layers read the inputs of all nodes
        if one_layer:
            self.shard = problem.shard
            self.own = self._of_shard(self.own)
            self._known = self._precomputed(s)
            if not self.shard.whole:
                self.x = {}  # the rows of other shards are not to be held in any form
        self.dense_parts = self._has_dense_parts()
        self._sampled: SampledNeighbourhoods | None = None

    def _read(self, problem: Problem) -> tuple[Inputs, dict[str, Features], Features]:
        """What was fitted, what motifs carry of each type, and what targets hold themselves."""
        read = [self.target, *(role.node_type for m in self.motifs for role in m.roles)]
        inputs = require_some(node_inputs(self.graph, problem.settings, problem.inputs), read)
        x = {t: _or_nothing(inputs.carried, t, n) for t, n in self.graph.counts.items()}
        return inputs.fitted, x, _or_nothing(inputs.features, self.target, problem.rows)

    def _precomputed(self, s: MotifCNNSettings) -> dict[int, PrecomputedOperator]:
        """Products for the rows of the shard, by the number of the motif."""
        own = s.of(InputSettings), self.inputs
        key = ("precomputed", *own, s.normaliser, s.unit_rows, self.shard)
        rows, few, count = None, None, self.graph.counts[self.target]
        if not self.shard.whole:
            rows, few = self.shard.rows(count), Shard(0, self.shard.pieces).rows(count)

        def make(motif: Motif) -> PrecomputedOperator:
            return precomputed(self._operator(motif), self.x, unit=s.unit_rows, rows=rows, few=few)

        numbers = [m for m, motif in enumerate(self.motifs) if motif.target_type == self.target]
        if self.shard.whole:
            keep = self.graph.cache.get
            return {
                m: keep((*key, self.motifs[m].key), partial(make, self.motifs[m])) for m in numbers
            }
        found = {}
        for m in numbers:
            # Operators and the inputs of other rows serve no step of a shard.
            self.graph.cache.clear()
            found[m] = make(self.motifs[m])
        self.graph.cache.clear()
        return found

    def _beside(self, own: Features, rows: Rows) -> Features:
        """Own inputs of rows, with what is propagated to them on their right."""
        if self.reached is None:
            return own
        at = np.asarray(rows) + offsets(self.graph)[self.target].start
        seen = PropagatedRows(self.reached, self.propagate, at)
        return cast(Features, Stacked([[own, cast(Features, seen)]]))

    def _of_shard(self, x: Features) -> Features:
        """The rows of the shard, from those of all targets."""
        return x if self.shard.whole else take(x, torch.tensor(self.shard.rows(x.shape[0])))

    @cached_property
    def operators(self) -> list[MotifOperator]:
        """D^-1 A_k of every motif."""
        return [self._operator(motif) for motif in self.motifs]

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
            labels = {k: self._of_shard(aggregate(roles[k], y)) for k in own}
            found[m] = replace(known, labels=cast("dict[int, torch.Tensor]", labels))
        return found

    def _has_dense_parts(self) -> bool:
        """Whether a step on a shard can have the dropout that its rows have in the whole batch."""
        if self.shard.whole or self._known is None:
            return False
        if self.label_buffer is not None or self.reached is not None:
            return False
        products = (role.product for found in self._known.values() for role in found.roles)
        return all(isinstance(x, torch.Tensor) for x in (self.own, *products))

    def view(self, rows: Rows, device: torch.device) -> Any:
        """Inputs, blocks and own inputs, cut down to what those rows read."""
        if self._products is not None:
            at = self.shard.places(rows)
            known = {m: found.rows(at, device) for m, found in self._products.items()}
            own = self._beside(_to(take(self.own, torch.tensor(at)), device), rows)
            if self.dense_parts:
                known = {m: part_operator(found) for m, found in known.items()}
                own = part_rows(own)
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
        motifs = sum(motif.target_type == self.target for motif in self.motifs)
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
