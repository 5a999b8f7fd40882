r"""Graph-CNN (Such et al. 2017, equation 8): filters over the slices of an adjacency tensor.

.. math:: V' = \sum_l A_l V W_l + V W_I + b

There is one slice A_l per relation and direction, sparse here. Layers that look at neighbours
alternate with layers that embed each node alone (the same without slices); batch normalisation and
ReLU follow each but the last. The nodes of all types are one set of vertices; types without
features are one-hot, and a one-hot node type is appended to the features.

(r) Slices are means over neighbours, and dropout comes before each layer that looks at neighbours:
the paper leaves both open.
"""

from __future__ import annotations

from typing import ClassVar, cast

import torch
from torch import nn
from torch.nn import functional

from motifcnn.methods.flat_classifier import FlatClassifier, FlatView
from motifcnn.methods.flat_inputs import flat_inputs
from motifcnn.methods.method import GRAPH_CNN_SPACE, Classifier, Method, Problem
from motifcnn.methods.registry import register_method
from motifcnn.methods.relation_means import RelationMean, relation_means
from motifcnn.nn.glorot import glorot
from motifcnn.nn.inputs import InputSettings
from motifcnn.nn.settings import PositiveInt, Share, TrainSettings


class GraphCNNSettings(InputSettings, TrainSettings):
    """Settings of a Graph-CNN.

    Parameters
    ----------
    layers : int
        Layers that look at neighbours, each after a layer that embeds.
    first : int
        Width of the first layer, which embeds the features.
    embed, conv : int
        Width of each later layer that embeds, and of each layer that looks at neighbours but the
        last.
    input_dropout, dropout : float
        Share left out of the entries of X, and of the inputs of layers that look at neighbours.
    """

    layers: PositiveInt = 3
    first: PositiveInt = 256
    embed: PositiveInt = 32
    conv: PositiveInt = 48
    input_dropout: Share = 0.5
    dropout: Share = 0.5


class GraphConv(nn.Module):
    """V' of one layer that looks at neighbours: (n, width) to (n, out)."""

    def __init__(self, width: int, out: int, slices: int) -> None:
        super().__init__()
        self.own = nn.Linear(width, out)
        self.weights = nn.ParameterList([glorot(width, out) for _ in range(slices)])

    def forward(self, h: torch.Tensor, slices: tuple[RelationMean, ...]) -> torch.Tensor:
        """A row per node."""
        out: torch.Tensor = self.own(h)
        for part, weight in zip(slices, self.weights, strict=True):
            out[part.rows] += part.matrix @ (h[part.columns] @ weight)
        return out


class GraphCNNModule(nn.Module):
    """Layers that embed and layers that look at neighbours, in turns.

    Parameters
    ----------
    width, slices, classes : int
        Columns of the features, number of slices, and columns of the logits.
    settings : GraphCNNSettings
    """

    def __init__(self, width: int, slices: int, classes: int, settings: GraphCNNSettings) -> None:
        super().__init__()
        later = settings.layers - 1
        embeds, convs = [settings.first] + later * [settings.embed], later * [settings.conv]
        # The first embedding is a sparse product; its bias is that of the normalisation after it.
        self.first = glorot(width, settings.first)
        self.embeds = nn.ModuleList([nn.Linear(settings.conv, settings.embed) for _ in convs])
        ends = zip(embeds, [*convs, classes], strict=True)
        self.convs = nn.ModuleList([GraphConv(a, b, slices) for a, b in ends])
        self.embed_norms = nn.ModuleList([nn.BatchNorm1d(size) for size in embeds])
        self.conv_norms = nn.ModuleList([nn.BatchNorm1d(size) for size in convs])
        self.input_dropout, self.dropout = settings.input_dropout, settings.dropout

    def forward(self, view: FlatView) -> torch.Tensor:
        """Logits, (m, classes), of the view's rows."""
        h = view.x.dropped(self.input_dropout if self.training else 0.0) @ self.first
        for at, (norm, conv) in enumerate(zip(self.embed_norms, self.convs, strict=True)):
            h = functional.dropout(torch.relu(norm(h)), self.dropout, self.training)
            h = conv(h, view.links)
            if at < len(self.embeds):
                h = self.embeds[at](torch.relu(self.conv_norms[at](h)))
        return h[view.rows]


@register_method
class GraphCNN(Method):
    """Filters over the slices of an adjacency tensor."""

    name = "graph-cnn"
    settings = GraphCNNSettings(weight_decay=5e-4)
    search_space: ClassVar = GRAPH_CNN_SPACE | {"layers": (1, 2, 3), "first": (64, 256)}

    def build(self, problem: Problem) -> Classifier:
        """The untrained network on the whole graph."""
        flat, slices = flat_inputs(problem), relation_means(problem.graph)
        settings = cast(GraphCNNSettings, problem.settings)
        module = GraphCNNModule(flat.x.shape[1], len(slices), problem.classes, settings)
        return FlatClassifier(problem, flat, slices, module)
