"""MLP: dense layers with ReLU on the target's own features; links are ignored."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import ClassVar, cast

import torch
from torch import nn
from torch.nn import functional

from motifcnn.methods.method import GRAPH_CNN_SPACE, Classifier, Method, Problem, Rows
from motifcnn.methods.registry import register_method
from motifcnn.nn.features import Features, drop, take
from motifcnn.nn.glorot import glorot
from motifcnn.nn.inputs import Inputs, InputSettings, node_inputs
from motifcnn.nn.settings import ConfigError, Share, TrainSettings, Widths


class MLPSettings(InputSettings, TrainSettings):
    """Settings of an MLP.

    Parameters
    ----------
    hidden : tuple of int
        Width of each hidden layer.
    input_dropout, dropout : float
        Share left out of the entries of X, and of the inputs of each later layer.
    """

    hidden: Widths = (64,)
    input_dropout: Share = 0.5
    dropout: Share = 0.5


class DenseLayers(nn.Module):
    """Dense layers with ReLU between them: (n, width) to (n, classes).

    Parameters
    ----------
    width : int
    hidden : sequence of int
        Width of each hidden layer; without any it is logistic regression.
    classes : int
    input_dropout, dropout : float
    """

    def __init__(
        self,
        width: int,
        hidden: Sequence[int],
        classes: int,
        input_dropout: float,
        dropout: float = 0.0,
    ) -> None:
        super().__init__()
        sizes = [*hidden, classes]
        # A product of its own, because X may be sparse.
        self.first, self.bias = glorot(width, sizes[0]), nn.Parameter(torch.zeros(sizes[0]))
        self.rest = nn.ModuleList([nn.Linear(a, b) for a, b in pairwise(sizes)])
        self.input_dropout, self.dropout = input_dropout, dropout

    def forward(self, x: Features) -> torch.Tensor:
        h = drop(x, self.input_dropout if self.training else 0.0) @ self.first + self.bias
        for layer in self.rest:
            h = layer(functional.dropout(torch.relu(h), self.dropout, self.training))
        return h


class TargetInputs(Classifier):
    """What the target type feeds in; a child sets the module that reads it.

    The inputs of other types are not read, so they need not fit in another graph.
    """

    def __init__(self, problem: Problem) -> None:
        graph, target = problem.graph, problem.target
        found = node_inputs(graph, problem.settings, problem.inputs)
        if not found.columns[target]:
            raise ConfigError(
                f"type {target} feeds nothing in; give it features or choose featureless='one-hot'"
            )
        self.x = found.features[target]
        self.inputs = problem.inputs or _of_type(found.fitted, target)

    def view(self, rows: Rows, device: torch.device) -> Features:
        """The features of those rows."""
        x = take(self.x, torch.tensor(rows))
        return x.to(device) if isinstance(x, torch.Tensor) else x


def _of_type(inputs: Inputs, node_type: str) -> Inputs:
    # Those of other types say whose terms a new node's structural vector is a sum of.
    structured = f"structure/{node_type}" in inputs.arrays
    ids = {t: ids for t, ids in inputs.ids.items() if structured or t == node_type}
    return Inputs({node_type: inputs.blocks[node_type]}, inputs.arrays, ids)


@register_method
class MLP(Method):
    """Multi-layer perceptron on the target's features."""

    name = "mlp"
    settings = MLPSettings(text="tf-idf", weight_decay=5e-4, epochs=300)
    search_space: ClassVar = GRAPH_CNN_SPACE | {"hidden": ((32,), (64,), (128,), (64, 64))}

    def build(self, problem: Problem) -> Classifier:
        """The untrained layers on the target's features."""
        settings, classifier = cast(MLPSettings, problem.settings), TargetInputs(problem)
        classifier.module = DenseLayers(
            classifier.x.shape[1],
            settings.hidden,
            problem.classes,
            settings.input_dropout,
            settings.dropout,
        )
        return classifier
