"""MLP: two dense layers on the target's own features, links ignored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, cast

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from motifcnn.nn.conv import glorot
from motifcnn.nn.dropout import dropout, next_seed
from motifcnn.nn.inputs import Inputs, feed, fit_inputs, require_same_inputs
from motifcnn.nn.settings import ConfigError, Settings
from motifcnn.nn.term import Term, rows_term
from motifcnn.train.callback import Callback
from motifcnn.train.method import Method
from motifcnn.train.problem import Problem
from motifcnn.train.task import Task


@dataclass(frozen=True)
class MLPConfig(Settings):
    """Settings of an MLP.

    Parameters
    ----------
    hidden : tuple of int
        Width of each hidden layer.
    """

    hidden: tuple[int, ...] = (64,)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.require_widths("hidden")


CONFIG = MLPConfig(
    text="tf-idf",
    input_dropout=0.5,
    dropout=0.5,
    weight_decay=5e-4,
    epochs=300,
    window=40,
    stop="patience",
    select="f1",
)


class FeatureNet(nn.Module):
    """Dense layers with ReLU between them on constant features.

    Parameters
    ----------
    widths : tuple of int
        Columns of each block of input.
    hidden : sequence of int
        Width of each hidden layer; none makes it logistic regression.
    classes : int
    input_dropout, dropout : float
    """

    def __init__(
        self,
        widths: tuple[int, ...],
        hidden: Sequence[int],
        classes: int,
        input_dropout: float,
        dropout: float,
    ) -> None:
        super().__init__()
        sizes = [*hidden, classes]
        self.first = nn.ParameterList([glorot(width, sizes[0]) for width in widths])
        self.bias = nn.Parameter(torch.zeros(sizes[0]))
        self.rest = nn.ModuleList([nn.Linear(a, b) for a, b in pairwise(sizes)])
        self.input_dropout, self.dropout = input_dropout, dropout

    def forward(self, terms: Sequence[Term]) -> torch.Tensor:
        """Logits, (n, classes)."""
        drop = self.input_dropout if self.training else 0.0
        x = self.bias + sum(
            term.times(weight, drop) for term, weight in zip(terms, self.first, strict=True)
        )
        for layer in self.rest:
            x = torch.relu(x)
            x = layer(
                dropout(x, self.dropout, next_seed()) if self.training and self.dropout else x
            )
        return x


class FeatureClassifier:
    """A `FeatureNet` on the features of the target type; one-hot, so of little use, where it has none."""

    def __init__(self, problem: Problem, hidden: Sequence[int]) -> None:
        config = problem.config
        if problem.inputs is not None:
            require_same_inputs(problem.graph, problem.inputs)
        self.inputs = problem.inputs or _of_target(
            fit_inputs(problem.graph, config, problem.seed), problem.target
        )
        self.blocks = feed(problem.graph, self.inputs, config)[problem.target]
        widths = self.inputs.widths[problem.target]
        if not widths:
            raise ConfigError(
                f"type {problem.target} feeds nothing in; give it features or choose featureless='one-hot'"
            )
        self.module = FeatureNet(
            widths, hidden, problem.classes, config.input_dropout, config.dropout
        )

    def view(
        self, rows: npt.NDArray[np.int64], device: torch.device, *, once: bool = False
    ) -> tuple[Term, ...]:
        """The features of those rows."""
        return tuple(rows_term(block, rows, device) for block in self.blocks)

    def attention(self, view: Any) -> list[torch.Tensor]:
        """Nothing: there are no motifs."""
        return []

    def fit_directly(self, task: Task, device: torch.device, callbacks: Sequence[Callback]) -> None:
        """Never: it learns by gradient steps."""


def _of_target(inputs: Inputs, target: str) -> Inputs:
    """Without the other types: what they feed in is never looked at, so their nodes may be others in another graph."""
    return Inputs(
        {target: inputs.blocks[target]},
        inputs.arrays,
        {t: ids for t, ids in inputs.ids.items() if t == target},
    )


def build(problem: Problem) -> FeatureClassifier:
    """The classifier of a problem."""
    return FeatureClassifier(problem, cast(MLPConfig, problem.config).hidden)


SPACE = {
    "hidden": ((32,), (64,), (128,)),
    "input_dropout": (0.0, 0.5, 0.8),
    "learning_rate": (0.003, 0.01, 0.03),
    "weight_decay": (1e-5, 5e-4, 5e-3),
}
METHOD = Method(build, CONFIG, SPACE)
