r"""Graph-CNN (Such et al. 2017, equation 8): filters over the slices of an adjacency tensor.

.. math:: V' = \sum_l A_l V W_l + V W_I + b

There is one slice A_l per relation and direction, sparse here. Layers that look at neighbours
alternate with layers that embed each node alone (the same without slices); batch normalisation and
ReLU follow each but the last. The nodes of all types are one set of vertices, with a one-hot node
type appended to the features.

(r) Slices are means over neighbours, and dropout comes before each layer that looks at neighbours:
the paper leaves both open.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import cast

import numpy as np
import numpy.typing as npt
import torch
from scipy import sparse
from torch import nn

from motifcnn.baselines.gcn import stacked_inputs
from motifcnn.baselines.graph_cnn_reach import Reaches
from motifcnn.baselines.joined_slices import Joined
from motifcnn.baselines.normalise import normalised
from motifcnn.baselines.slices import places, slices
from motifcnn.nn.conv import glorot
from motifcnn.nn.dropout import next_seed
from motifcnn.nn.settings import ConfigError, Settings
from motifcnn.nn.term import Term, rows_term
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
            raise ConfigError(
                f"conv must have one width less than embed, which has {len(self.embed)}; got {self.conv}"
            )


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
    """Some rows: what training computes for them, over all nodes, and what prediction does, over those that they see.

    Either is made when it is first used.
    """

    rows: npt.NDArray[np.int64]
    reaches: Reaches
    features: sparse.csr_array
    device: torch.device
    ready: dict[torch.device, Term]

    @cached_property
    def whole(self) -> tuple[Term, tuple[Joined, ...]]:
        """Features of all nodes, which views share, and the layers."""
        reach = self.reaches.whole(self.rows)
        if self.device not in self.ready:
            self.ready[self.device] = rows_term(self.features, reach.enter, self.device)
        return self.ready[self.device], reach.layers

    @cached_property
    def seen(self) -> tuple[Term, tuple[Joined, ...]]:
        """Features of the nodes that the rows see, and the layers."""
        reach = self.reaches.seen(self.rows)
        return rows_term(self.features, reach.enter, self.device), reach.layers


class GraphConv(nn.Module):
    """One layer that looks at neighbours: (m, width) to (n, out)."""

    def __init__(self, width: int, out: int, slices: int) -> None:
        super().__init__()
        self.own = glorot(width, out)
        self.weights = nn.ParameterList([glorot(width, out) for _ in range(slices)])
        self.bias = nn.Parameter(torch.zeros(out))

    def forward(self, h: torch.Tensor, layer: Joined) -> torch.Tensor:
        """A row per node that the layer computes."""
        return layer.times(h, [self.own, *self.weights], self.bias)


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
        # The first one is a product with constant features; its bias is that of the normalisation
        # after it.
        self.first = glorot(width, config.embed[0])
        self.embeds = nn.ModuleList(
            [nn.Linear(a, b) for a, b in zip(config.conv, config.embed[1:], strict=True)]
        )
        self.convs = nn.ModuleList(
            [GraphConv(a, b, slices) for a, b in zip(config.embed, outs, strict=True)]
        )
        self.norms = nn.ModuleList([nn.BatchNorm1d(size) for size in (*config.embed, *config.conv)])
        self.input_dropout, self.dropout = config.input_dropout, config.dropout

    def forward(self, view: GraphCNNView) -> torch.Tensor:
        """Logits, (n, classes), of the view's rows."""
        norms, after = self.norms[: len(self.convs)], self.norms[len(self.convs) :]
        first, layers = view.whole if self.training else view.seen
        dropping = self.training and self.dropout
        h = first.times(self.first, self.input_dropout if self.training else 0.0)
        for number, (conv, layer) in enumerate(zip(self.convs, layers, strict=True)):
            norm = cast(nn.BatchNorm1d, norms[number])
            h = conv(
                normalised(h, norm, self.dropout, next_seed()) if dropping else normalised(h, norm),
                layer,
            )
            if number < len(after):
                h = self.embeds[number](normalised(h, cast(nn.BatchNorm1d, after[number])))
        return h


class GraphCNNClassifier:
    """A `GraphCNN` on the whole graph."""

    def __init__(self, problem: Problem) -> None:
        self.inputs, self.features = stacked_inputs(problem)
        config, parts, place = (
            cast(GraphCNNConfig, problem.config),
            slices(problem.graph),
            places(problem.graph),
        )
        target = list(place).index(problem.target)
        self.reaches = Reaches(
            parts, tuple(place.values()), self.features, target, len(config.embed)
        )
        self.module = GraphCNN(self.features.shape[1], len(parts), problem.classes, config)
        self._ready: dict[torch.device, Term] = {}

    def view(
        self, rows: npt.NDArray[np.int64], device: torch.device, *, once: bool = False
    ) -> GraphCNNView:
        """Those rows; training looks at the whole graph all the same, since normalisation is over all nodes."""
        return GraphCNNView(np.asarray(rows), self.reaches, self.features, device, self._ready)

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
