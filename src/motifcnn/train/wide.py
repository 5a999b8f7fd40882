"""The wide Motif-CNN as a classifier."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np
import numpy.typing as npt
import torch

from motifcnn.graph.graph import Graph
from motifcnn.motif.motif import Motif
from motifcnn.nn.carried import carrier
from motifcnn.nn.inputs import (
    feed,
    fit_inputs,
    require_same_inputs,
    require_some,
    weighted_features,
)
from motifcnn.nn.presets import Config
from motifcnn.nn.products import products
from motifcnn.nn.wide import WideMotifCNN, WideView
from motifcnn.tensor.operator import MotifOperator, operator
from motifcnn.train.callback import Callback
from motifcnn.train.problem import Problem
from motifcnn.train.task import Task


class WideClassifier:
    """A `WideMotifCNN` over the motifs of a problem whose target is the type to classify."""

    def __init__(self, problem: Problem) -> None:
        config, graph = cast(Config, problem.config), problem.graph
        if problem.inputs is not None:
            require_same_inputs(graph, problem.inputs)
        self.inputs = problem.inputs or require_some(fit_inputs(graph, config, problem.seed))
        own = [motif for motif in problem.motifs if motif.target_type == problem.target]
        operators = [_operator(graph, config.counted(motif), config) for motif in own]
        blocks = feed(graph, self.inputs, config)
        self.motifs = len(own)
        # What is diffused has been everywhere already: motifs carry only what is a node's own.
        fed = self.inputs.blocks
        carried = {
            t: tuple(
                x for x, what in zip(blocks[t], fed[t], strict=True) if what.kind != "diffused"
            )
            for t in blocks
        }
        self.products = products(
            operators, carried, blocks[problem.target], unit_rows=config.unit_rows
        )
        # A projection loses what only few nodes have; words as such are cheap to keep where filters
        # are shared.
        cut = [
            t
            for t, plans in fed.items()
            if any(what.kind == "features" and what.width < what.given for what in plans)
        ]
        wanted = cut if config.carry > 0 else [t for t in cut if t == problem.target]
        words = {t: weighted_features(graph, t, self.inputs, config) for t in wanted}
        self.carrier = (
            carrier(graph, problem.target, words) if words and config.carry >= 0 else None
        )
        width = 0 if self.carrier is None else int(self.carrier.features.shape[1])
        self.steps = config.carry
        self.module = WideMotifCNN(
            self.products.widths, self.products.motifs, width, problem.classes, config
        )

    def view(
        self, rows: npt.NDArray[np.int64], device: torch.device, *, once: bool = False
    ) -> WideView:
        """Those rows of the products."""
        columns = torch.from_numpy(self.products.columns[rows]).to(device)
        return WideView(
            columns, None if self.carrier is None else self.carrier.view(rows, self.steps, device)
        )

    def attention(self, view: WideView) -> list[torch.Tensor]:
        """What each motif brought to the predicted class of each row: (n, motifs)."""
        self.module.train(False)
        return [self.module.contributions(view, self.motifs)]

    def sources(self, view: WideView) -> torch.Tensor:
        """What the predicted class of each row rests on: (n, 3), shares in the order of `motifcnn.nn.wide.SOURCES`."""
        self.module.train(False)
        return self.module.sources(view, self.motifs)

    def fit_directly(self, task: Task, device: torch.device, callbacks: Sequence[Callback]) -> None:
        """Never: it learns by gradient steps."""


def _operator(graph: Graph, motif: Motif, config: Config) -> MotifOperator:
    return operator(graph, motif, config.normaliser, applications=1)
