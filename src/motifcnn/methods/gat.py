r"""GAT (Velickovic et al. 2018, equations 1 to 6), by PyG's `GATConv`.

.. math:: h'_i = \Vert_k \, elu(\sum_{j \in N(i) \cup i} \alpha^k_{ij} W^k h_j), \quad
          \alpha^k_{ij} = softmax_j(leaky(a^k_1 \cdot W^k h_i + a^k_2 \cdot W^k h_j))

The last layer averages its heads and has no activation. On a typed graph types are ignored, types
without features are one-hot, and a one-hot node type is appended to the features.

(r) Dropout is on the inputs of layers and on attention weights, as the paper says; the released
code has it on the projected values as well.
"""

from __future__ import annotations

from typing import cast

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from motifcnn.graph.flat import flat_adjacency
from motifcnn.methods.flat_classifier import FlatClassifier, FlatView
from motifcnn.methods.flat_inputs import flat_inputs
from motifcnn.methods.method import Classifier, Method, Problem
from motifcnn.methods.pyg import pyg_layers
from motifcnn.methods.registry import register_method
from motifcnn.nn.features import drop
from motifcnn.nn.glorot import glorot
from motifcnn.nn.inputs import InputSettings
from motifcnn.nn.settings import PositiveInt, Share, TrainSettings, Widths


class GATSettings(InputSettings, TrainSettings):
    """Settings of a GAT.

    Parameters
    ----------
    hidden : tuple of int
        Width of each head, for each layer but the last.
    heads, output_heads : int
        Heads of each layer but the last, side by side; heads of the last layer, averaged.
    input_dropout, dropout, attention_dropout : float
        Share left out of the entries of X, of the inputs of each later layer, and of the attention
        weights.
    """

    hidden: Widths = (8,)
    heads: PositiveInt = 8
    output_heads: PositiveInt = 1
    input_dropout: Share = 0.6
    dropout: Share = 0.6
    attention_dropout: Share = 0.6


class GATModule(nn.Module):
    """Layers of attention over links with ELU between them.

    Parameters
    ----------
    width, classes : int
        Columns of the features and of the logits.
    settings : GATSettings
    """

    def __init__(self, width: int, classes: int, settings: GATSettings) -> None:
        super().__init__()
        conv, heads, drop = pyg_layers("gat").GATConv, settings.heads, settings.attention_dropout
        widths = [heads * size for size in (settings.hidden[0], *settings.hidden)]
        # X is sparse, so X W is computed here and the first layer starts from it.
        self.first = glorot(width, widths[0])
        inner = zip(widths, settings.hidden, strict=False)
        last = conv(widths[-1], classes, settings.output_heads, concat=False, dropout=drop)
        self.convs = nn.ModuleList([*(conv(a, b, heads, dropout=drop) for a, b in inner), last])
        self.convs[0].lin = nn.Identity()
        self.input_dropout, self.dropout = settings.input_dropout, settings.dropout

    def forward(self, view: FlatView) -> torch.Tensor:
        """Logits, (m, classes), of the view's rows."""
        x = drop(view.x, self.input_dropout if self.training else 0.0)
        h = self.convs[0](x @ self.first, view.links)
        for conv in self.convs[1:]:
            h = functional.dropout(functional.elu(h), self.dropout, self.training)
            h = conv(h, view.links)
        return cast(torch.Tensor, h[view.rows])


@register_method
class GAT(Method):
    """Graph attention network."""

    name = "gat"
    settings = GATSettings(
        text="rows", learning_rate=0.005, weight_decay=5e-4, epochs=1000, window=100, select="loss"
    )
    search_space = {
        "hidden": ((8,), (16,), (32,), (8, 8), (8, 8, 8)),
        "output_heads": (1, 8),
        "text": ("rows", "tf-idf"),
        "learning_rate": (0.002, 0.005, 0.01),
        "weight_decay": (1e-5, 5e-4, 5e-3),
        "input_dropout": (0.2, 0.6),
        "dropout": (0.2, 0.6),
        "attention_dropout": (0.2, 0.6),
    }

    def build(self, problem: Problem) -> Classifier:
        """The untrained network on the whole graph."""
        flat, settings = flat_inputs(problem), cast(GATSettings, problem.settings)
        module = GATModule(flat.x.shape[1], problem.classes, settings)
        # Links in both directions; PyG's layer adds the loops.
        links = torch.as_tensor(np.stack(flat_adjacency(problem.graph).nonzero()), dtype=torch.int64)
        return FlatClassifier(problem, flat, links, module)
