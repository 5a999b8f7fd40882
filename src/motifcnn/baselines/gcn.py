r"""GCN (Kipf and Welling 2017).

.. math:: Z = \hat A \, relu(\hat A X W_0) W_1, \quad \hat A = \tilde D^{-1/2} (A + I) \tilde D^{-1/2}

On a typed graph types are ignored and a one-hot node type is appended to the features; a type
without features has only that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, cast

import numpy as np
import numpy.typing as npt
import torch
from scipy import sparse
from torch import nn

from motifcnn.graph.graph import Graph
from motifcnn.nn.carried import cut_back, symmetric_operator
from motifcnn.nn.conv import glorot
from motifcnn.nn.dropout import dropout, next_seed
from motifcnn.nn.inputs import Inputs, feed, fit_inputs, require_same_inputs
from motifcnn.nn.settings import Settings
from motifcnn.nn.spmm import SparseMatrix, spmm
from motifcnn.nn.term import Term, constant_term
from motifcnn.train.callback import Callback
from motifcnn.train.method import Method
from motifcnn.train.problem import Problem
from motifcnn.train.task import Task


@dataclass(frozen=True)
class GCNConfig(Settings):
    """Settings of a GCN.

    Parameters
    ----------
    hidden : tuple of int
        Width of each layer but the last.
    """

    hidden: tuple[int, ...] = (16,)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.require_widths("hidden")


CONFIG = GCNConfig(
    text="rows",
    featureless="none",
    input_dropout=0.5,
    dropout=0.5,
    learning_rate=0.01,
    weight_decay=5e-4,
    epochs=200,
    window=10,
    stop="window-mean",
    select="loss",
)


@dataclass(frozen=True, eq=False)
class GCNView:
    """Constant input of layer 1, cut to what the rows can see, and the operator of each layer after it."""

    first: Term
    operators: tuple[SparseMatrix, ...]


class GCN(nn.Module):
    """Graph convolutional network.

    Parameters
    ----------
    width : int
        Columns of the features.
    hidden : tuple of int
    classes : int
    input_dropout, dropout : float
    """

    def __init__(
        self,
        width: int,
        hidden: tuple[int, ...],
        classes: int,
        input_dropout: float,
        dropout: float,
    ) -> None:
        super().__init__()
        sizes = [width, *hidden, classes]
        self.weights = nn.ParameterList([glorot(a, b) for a, b in pairwise(sizes)])
        self.input_dropout, self.dropout = input_dropout, dropout

    def groups(self, weight_decay: float) -> list[dict[str, Any]]:
        """L2 on the first layer's weights only, as in the original."""
        first, *rest = self.weights
        return [
            {"params": [first], "weight_decay": weight_decay},
            {"params": rest, "weight_decay": 0.0},
        ]

    def forward(self, view: GCNView) -> torch.Tensor:
        """Logits, (n, classes), of the view's rows."""
        h = view.first.times(self.weights[0], self.input_dropout if self.training else 0.0)
        for operator, weight in zip(view.operators, list(self.weights)[1:], strict=True):
            h = torch.relu(h)
            if self.training and self.dropout:
                h = dropout(h, self.dropout, next_seed())
            h = spmm(operator, h @ weight)
        return h


class GCNClassifier:
    """A `GCN` on the whole graph, types ignored."""

    def __init__(self, problem: Problem) -> None:
        config = cast(GCNConfig, problem.config)
        self.inputs, self.features = stacked_inputs(problem)
        self.operator, first = symmetric_operator(problem.graph)
        self.first_row = first[problem.target]
        self.module = GCN(
            self.features.shape[1],
            config.hidden,
            problem.classes,
            config.input_dropout,
            config.dropout,
        )

    def view(
        self, rows: npt.NDArray[np.int64], device: torch.device, *, once: bool = False
    ) -> GCNView:
        """The operators, cut back from the rows layer by layer."""
        wanted = np.asarray(rows) + self.first_row
        operators, seen = cut_back(self.operator, wanted, len(self.module.weights) - 1)
        farthest = seen[0] if seen else wanted
        return GCNView(
            constant_term(sparse.csr_array(self.operator[farthest]), self.features, device),
            operators,
        )

    def attention(self, view: GCNView) -> list[torch.Tensor]:
        """Nothing: there are no motifs."""
        return []

    def fit_directly(self, task: Task, device: torch.device, callbacks: Sequence[Callback]) -> None:
        """Never: it learns by gradient steps."""


def stacked_inputs(problem: Problem) -> tuple[Inputs, sparse.csr_array]:
    """What was fitted without labels, and what all nodes feed in, (n, width): `stacked_features` of every type's blocks."""
    graph = problem.graph
    if problem.inputs is not None:
        require_same_inputs(graph, problem.inputs)
    # A graph without any features has nothing else to say about a node than which one it is.
    config = problem.config if graph.features else replace(problem.config, featureless="one-hot")
    inputs = problem.inputs or fit_inputs(graph, config, problem.seed)
    return inputs, stacked_features(graph, feed(graph, inputs, config))


def stacked_features(graph: Graph, blocks: dict[str, tuple[Any, ...]]) -> sparse.csr_array:
    """Features of all nodes, each type in columns of its own, and (with several types) a one-hot node type: sparse, float32."""
    types, counts = graph.schema.node_types, graph.counts
    own = [
        sparse.hstack(
            [sparse.csr_array((counts[t], 0), dtype=np.float32), *map(sparse.csr_array, blocks[t])]
        )
        for t in types
    ]
    features = sparse.block_diag(own)
    if len(types) > 1:
        code = np.repeat(np.arange(len(types)), [counts[t] for t in types])
        one_hot = sparse.csr_array(
            (np.ones(len(code), np.float32), code, np.arange(len(code) + 1)),
            shape=(len(code), len(types)),
        )
        features = sparse.hstack([features, one_hot])
    return sparse.csr_array(features, dtype=np.float32)


SPACE = {
    "hidden": ((16,), (64,)),
    "text": ("rows", "tf-idf"),
    "learning_rate": (0.005, 0.01, 0.03),
    "weight_decay": (1e-5, 5e-4, 5e-3),
    "input_dropout": (0.2, 0.5, 0.8),
}
METHOD = Method(GCNClassifier, CONFIG, SPACE)
