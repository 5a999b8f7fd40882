r"""CLN, column networks (Pham et al. 2017, equations 4 to 10): deep layers of neighbours' means.

.. math:: \tilde h_i = relu(W h_i + \frac{1}{z} \sum_r V_r c_{ir} + b), \quad
          a_i = \sigma(W_a h_i + \frac{1}{z} \sum_r V_{ar} c_{ir} + b_a), \quad
          h_i \leftarrow a_i \tilde h_i + (1 - a_i) h_i

c_ir is the mean of h over the neighbours of i along relation r; there is one r per relation and
direction. All layers share their weights. The nodes of all types are one set and enter through a
dense layer; types without features are one-hot, and a one-hot node type is appended to the
features.

(r) z is the number of relations that lead to nodes of the type at hand: the paper asks for a value
between 1 and the number of relations. Entries of X have dropout as well: with one-hot inputs the
layers otherwise learn the training nodes by heart.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, cast

import torch
from pydantic import Field
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


class CLNSettings(InputSettings, TrainSettings):
    """Settings of a column network.

    Parameters
    ----------
    hidden : int
        Width of every layer.
    layers : int
    keep : float
        b_a starts at minus this times the number of layers: the larger, the more of what comes in
        does a layer keep at first.
    input_dropout, dropout : float
        Share left out of the entries of X; of what enters the first layer, and leaves the last.
    """

    hidden: PositiveInt = 40
    layers: PositiveInt = 10
    keep: Annotated[float, Field(ge=0)] = 0.1
    input_dropout: Share = 0.5
    dropout: Share = 0.5


class Mix(nn.Module):
    """W h_i + (1 / z) sum_r V_r c_ir + b: (n, d) to (n, d).

    Parameters
    ----------
    d, relations : int
    bias : float
        Start of b.
    """

    def __init__(self, d: int, relations: int, bias: float) -> None:
        super().__init__()
        self.w, self.b = glorot(d, d), nn.Parameter(torch.full((d,), bias))
        self.v = nn.ParameterList([glorot(d, d) for _ in range(relations)])

    def forward(
        self, h: torch.Tensor, means: tuple[RelationMean, ...], contexts: list[torch.Tensor]
    ) -> torch.Tensor:
        """A row per node; `contexts` are c_r / z of the nodes that each relation leads to."""
        out = torch.addmm(self.b, h, self.w)
        for mean, context, v in zip(means, contexts, self.v, strict=True):
            out[mean.rows] += context @ v
        return out


class CLNModule(nn.Module):
    """Column network.

    Parameters
    ----------
    width, relations, classes : int
        Columns of the features, number of `RelationMean`s, and columns of the logits.
    settings : CLNSettings
    """

    def __init__(self, width: int, relations: int, classes: int, settings: CLNSettings) -> None:
        super().__init__()
        d, self.layers = settings.hidden, settings.layers
        self.input_dropout, self.dropout = settings.input_dropout, settings.dropout
        self.enter, self.enter_bias = glorot(width, d), nn.Parameter(torch.zeros(d))
        self.candidate = Mix(d, relations, 0.0)
        self.gate = Mix(d, relations, -settings.keep * settings.layers)
        self.leave = nn.Linear(d, classes)

    def forward(self, view: FlatView) -> torch.Tensor:
        """Logits, (m, classes), of the view's rows."""
        means: tuple[RelationMean, ...] = view.links
        z = [sum(other.rows == mean.rows for other in means) for mean in means]
        x = view.x.dropped(self.input_dropout if self.training else 0.0)
        h = torch.relu(x @ self.enter + self.enter_bias)
        h = functional.dropout(h, self.dropout, self.training)
        for _ in range(self.layers):
            contexts = [m.matrix @ h[m.columns] / n for m, n in zip(means, z, strict=True)]
            new = torch.relu(self.candidate(h, means, contexts))
            h = torch.lerp(h, new, torch.sigmoid(self.gate(h, means, contexts)))
        h = functional.dropout(h[view.rows], self.dropout, self.training)
        return cast(torch.Tensor, self.leave(h))


@register_method
class CLN(Method):
    """Column network."""

    name = "cln"
    settings = CLNSettings(optimiser="rmsprop", learning_rate=0.01, halve_after=10)
    search_space: ClassVar = GRAPH_CNN_SPACE | {
        "hidden": (40, 64),
        "layers": (1, 2, 3, 10),
        "learning_rate": (0.001, 0.003, 0.01),
    }

    def build(self, problem: Problem) -> Classifier:
        """The untrained network on the whole graph."""
        flat, means = flat_inputs(problem), relation_means(problem.graph)
        settings = cast(CLNSettings, problem.settings)
        module = CLNModule(flat.x.shape[1], len(means), problem.classes, settings)
        return FlatClassifier(problem, flat, means, module)
