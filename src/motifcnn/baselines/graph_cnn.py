r"""Graph-CNN (Such et al. 2017, equation 8): filters over the slices of an adjacency tensor.

.. math:: V' = \sum_l A_l V W_l + V W_I + b

There is one slice A_l per relation and direction, sparse here. Layers that look at neighbours alternate with layers that embed
each node alone (the same without slices); batch normalisation and ReLU follow each but the last. The nodes of all types are one
set of vertices, with a one-hot node type appended to the features.

(r) Slices are means over neighbours, and dropout comes before each layer that looks at neighbours: the paper leaves both open.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np
import numpy.typing as npt
import torch
from scipy import sparse
from torch import nn

from motifcnn.baselines.gcn import stacked_inputs
from motifcnn.baselines.slices import Slice, places, read, slices
from motifcnn.nn.conv import glorot
from motifcnn.nn.dropout import dropout, next_seed
from motifcnn.nn.settings import ConfigError, Settings
from motifcnn.nn.term import Term, constant_term
from motifcnn.train.callback import Callback
from motifcnn.train.method import Method
from motifcnn.train.problem import Problem
from motifcnn.train.task import Task


@dataclass(frozen=True)
class GraphCNNConfig(Settings):
    """Settings of a Graph-CNN.

    Parameters
    ----------
    embed : tuple of int
        Width of the layer that embeds nodes before each layer that looks at neighbours.
    conv : tuple of int
        Width of each layer that looks at neighbours but the last; one less than `embed`.
    """

    embed: tuple[int, ...] = (256, 32, 32)
    conv: tuple[int, ...] = (48, 48)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.require_widths("embed", "conv")
        if len(self.conv) != len(self.embed) - 1:
            raise ConfigError(f"conv must have one width less than embed, which has {len(self.embed)}; got {self.conv}")


CONFIG = GraphCNNConfig(
    text="given",
    featureless="none",
    input_dropout=0.5,
    dropout=0.5,
    learning_rate=0.01,
    weight_decay=5e-4,
    epochs=200,
    window=40,
    stop="patience",
    select="f1",
)


@dataclass(frozen=True, eq=False)
class GraphCNNView:
    """Features of all nodes, the slices, and which nodes are asked for."""

    first: Term
    slices: tuple[Slice, ...]
    rows: torch.Tensor


class GraphConv(nn.Module):
    """One layer that looks at neighbours: (n, width) to (n, out)."""

    def __init__(self, width: int, out: int, slices: int) -> None:
        super().__init__()
        self.own = glorot(width, out)
        self.weights = nn.ParameterList([glorot(width, out) for _ in range(slices)])
        self.bias = nn.Parameter(torch.zeros(out))

    def forward(self, h: torch.Tensor, parts: tuple[Slice, ...]) -> torch.Tensor:
        """A row per node."""
        return read(parts, h, list(self.weights), h @ self.own + self.bias)


class GraphCNN(nn.Module):
    """Layers that embed and layers that look at neighbours, in turns.

    Parameters
    ----------
    width : int
        Columns of the features.
    slices, classes : int
    config : GraphCNNConfig
    """

    def __init__(self, width: int, slices: int, classes: int, config: GraphCNNConfig) -> None:
        super().__init__()
        outs = [*config.conv, classes]
        # The first one is a product with constant features; its bias is that of the normalisation after it.
        self.first = glorot(width, config.embed[0])
        self.embeds = nn.ModuleList([nn.Linear(a, b) for a, b in zip(config.conv, config.embed[1:], strict=True)])
        self.convs = nn.ModuleList([GraphConv(a, b, slices) for a, b in zip(config.embed, outs, strict=True)])
        self.norms = nn.ModuleList([nn.BatchNorm1d(size) for size in (*config.embed, *config.conv)])
        self.input_dropout, self.dropout = config.input_dropout, config.dropout

    def forward(self, view: GraphCNNView) -> torch.Tensor:
        """Logits, (n, classes), of the view's rows."""
        norms, after = list(self.norms[: len(self.convs)]), list(self.norms[len(self.convs) :])
        h = view.first.times(self.first, self.input_dropout if self.training else 0.0)
        for number, conv in enumerate(self.convs):
            h = torch.relu(norms[number](h))
            h = dropout(h, self.dropout, next_seed()) if self.training and self.dropout else h
            h = conv(h, view.slices)
            if number < len(after):
                h = self.embeds[number](torch.relu(after[number](h)))
        return h[view.rows]


class GraphCNNClassifier:
    """A `GraphCNN` on the whole graph."""

    def __init__(self, problem: Problem) -> None:
        self.inputs, self.features = stacked_inputs(problem)
        self.slices = slices(problem.graph)
        self.begin = places(problem.graph)[problem.target].start
        config = cast(GraphCNNConfig, problem.config)
        self.module = GraphCNN(self.features.shape[1], len(self.slices), problem.classes, config)
        self._first: Term | None = None

    def view(self, rows: npt.NDArray[np.int64], device: torch.device, *, once: bool = False) -> GraphCNNView:
        """The whole graph: normalisation is over all nodes, and three steps lead almost everywhere."""
        if self._first is None:
            everyone = sparse.csr_array(sparse.eye_array(self.features.shape[0], dtype=np.float32, format="csr"))
            self._first = constant_term(everyone, self.features, device)
        return GraphCNNView(self._first, self.slices, torch.as_tensor(np.asarray(rows) + self.begin, device=device))

    def attention(self, view: GraphCNNView) -> list[torch.Tensor]:
        """Nothing: there are no motifs."""
        return []

    def fit_directly(self, task: Task, device: torch.device, callbacks: Sequence[Callback]) -> None:
        """Never: it learns by gradient steps."""


SPACE = {
    "text": ("given", "rows", "tf-idf"),
    "learning_rate": (0.003, 0.01, 0.03),
    "weight_decay": (1e-5, 5e-4, 5e-3),
    "input_dropout": (0.0, 0.5),
    "dropout": (0.2, 0.5),
}
METHOD = Method(GraphCNNClassifier, CONFIG, SPACE)
