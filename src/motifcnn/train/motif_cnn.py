"""Motif-CNN and its ablations as classifiers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

import numpy as np
import numpy.typing as npt
import torch

from motifcnn.graph.graph import Graph
from motifcnn.motif.motif import Motif
from motifcnn.nn.constants import Constants
from motifcnn.nn.inputs import feed, fit_inputs, require_same_inputs, require_some
from motifcnn.nn.layerwise import layerwise_logits
from motifcnn.nn.model import MotifCNN
from motifcnn.nn.neighbours import AllNeighbours, Neighbours
from motifcnn.nn.presets import Config
from motifcnn.nn.sampling import SampledNeighbours
from motifcnn.nn.settings import Settings
from motifcnn.nn.view import View, make_joint_views, make_view
from motifcnn.tensor.operator import MotifOperator, operator
from motifcnn.train.batches import ROWS_AT_ONCE
from motifcnn.train.callback import Callback
from motifcnn.train.method import Method
from motifcnn.train.motif_choice import choose_motifs, wide_motifs
from motifcnn.train.problem import Problem
from motifcnn.train.task import Task
from motifcnn.train.wide import WideClassifier


def ablated(config: Config, model: str) -> Config:
    """The configuration of an ablation: what it changes, the rest as it is.

    Examples
    --------
    >>> ablated(Config(), "motif-cnn-a").combine
    'weighted-sum'
    """
    if model == "motif-cnn-a":
        return replace(config, combine="weighted-sum", last_combine="weighted-sum")
    if model == "motif-cnn-no-attention":
        return replace(config, combine="mean", last_combine="mean")
    if model == "motif-cnn-no-roles":
        return replace(config, roles=False)
    return config


class MotifClassifier:
    """A Motif-CNN over the motifs of a problem.

    Without roles every motif has one matrix per node type, and units of one type share nothing
    else.
    """

    def __init__(self, problem: Problem) -> None:
        self.config, self.target = cast(Config, problem.config), problem.target
        self.motifs = tuple(self.config.counted(motif) for motif in problem.motifs)
        if problem.inputs is not None:
            require_same_inputs(problem.graph, problem.inputs)
        self.inputs = problem.inputs or require_some(
            fit_inputs(problem.graph, problem.config, problem.seed)
        )
        self.operators = [_operator(problem.graph, motif, self.config) for motif in self.motifs]
        self.blocks = feed(problem.graph, self.inputs, self.config)
        self.rows = problem.graph.counts[problem.target]
        self.graph, self.constants = problem.graph, Constants()
        self._sampled: SampledNeighbours | None = None
        self.module = MotifCNN(
            self.motifs, problem.target, self.inputs.widths, problem.classes, self.config
        )

    def view(
        self, rows: npt.NDArray[np.int64], device: torch.device, *, once: bool = False
    ) -> View:
        """What the network needs for those rows, cut down to what they can see."""
        depth = len(self.config.filters)
        return make_view(
            self.operators,
            self.blocks,
            self.target,
            rows,
            depth,
            device,
            once=once,
            constants=self.constants,
        )

    def joint_views(
        self, train: npt.NDArray[np.int64], val: npt.NDArray[np.int64], device: torch.device
    ) -> tuple[View, View]:
        """Views of training and validation rows, whose layers under the first dropout are computed once for both."""
        layers, depth = self.module.joint_layers, len(self.config.filters)
        if not layers:
            return self.view(train, device), self.view(val, device)
        return make_joint_views(
            self.operators,
            self.blocks,
            self.target,
            train,
            val,
            depth,
            layers,
            device,
            constants=self.constants,
        )

    def batch(
        self,
        rows: npt.NDArray[np.int64],
        device: torch.device,
        sample: int | None,
        generator: np.random.Generator,
    ) -> View:
        """A view for one training step: whole neighbourhoods, or at most `sample` instances per target and motif."""
        neighbours: Neighbours = AllNeighbours(self.operators)
        if sample is not None:
            if self._sampled is None or self._sampled.sample != sample:
                self._sampled = SampledNeighbours(self.graph, self.operators, sample)
            neighbours = self._sampled.drawn_by(generator)
        depth = len(self.config.filters)
        return make_view(
            self.operators,
            self.blocks,
            self.target,
            rows,
            depth,
            device,
            neighbours=neighbours,
            constants=self.constants,
        )

    def logits(self, rows: npt.NDArray[np.int64], device: torch.device) -> torch.Tensor | None:
        """Logits of rows by way of all rows, layer by layer, where views of several layers would overlap too much; else None."""
        few = len(rows) <= ROWS_AT_ONCE and not any(
            operator.factored for operator in self.operators
        )
        if len(self.config.filters) == 1 or few:
            return None
        whole = layerwise_logits(
            self.module,
            self.operators,
            self.blocks,
            self.graph.counts,
            rows_at_once=ROWS_AT_ONCE,
            device=device,
            constants=self.constants,
        )
        return whole[torch.tensor(rows)]

    def attention(self, view: View) -> list[torch.Tensor]:
        """Per layer the weights of the motifs, (n, motifs); layers before the last only if the view has all rows."""
        weights: list[torch.Tensor] = []
        with torch.no_grad():
            self.module.train(False)
            self.module(view, weights)
        return [w for w in weights if w.shape[0] == len(view.rows)]

    def fit_directly(self, task: Task, device: torch.device, callbacks: Sequence[Callback]) -> None:
        """Never: it learns by gradient steps."""


def _operator(graph: Graph, motif: Motif, config: Config) -> MotifOperator:
    """The first layer multiplies constants, once; later ones multiply other values at every step."""
    return operator(
        graph, motif, config.normaliser, applications=1 if len(config.filters) == 1 else 100
    )


def _choose(graph: Graph, target: str, config: Settings) -> tuple[Motif, ...]:
    own = cast(Config, config)
    if own.wide:
        return wide_motifs(
            graph,
            target,
            max_nodes=own.motif_nodes,
            path_nodes=own.path_nodes,
            most=own.most_motifs,
        )
    return choose_motifs(
        graph, target, max_nodes=own.motif_nodes, path_nodes=own.path_nodes, depth=len(own.filters)
    )


# What graphs disagree on: how training goes and, of the default, how far motifs reach and what
# feeds them. No more than that: every further setting makes a small number of fits say less.
SPACE = {
    "learning_rate": (0.003, 0.01, 0.03),
    "weight_decay": (1e-5, 1e-4, 1e-3),
    "input_dropout": (0.3, 0.6, 0.8),
    "project": (64, 128),
    "structure_everywhere": (False, True),
    "diffusion": (0.0, 0.1),
    "path_nodes": (3, 4),
}


def build(problem: Problem) -> MotifClassifier | WideClassifier:
    """The classifier of a problem, in the form that the settings ask for."""
    return (
        WideClassifier(problem) if cast(Config, problem.config).wide else MotifClassifier(problem)
    )


METHOD = Method(build, Config(), SPACE, motifs=_choose)
