r"""GAT (Velickovic et al. 2018, equations 1 to 6), by PyG's `GATConv`.

.. math:: h'_i = \Vert_k \, elu(\sum_{j \in N(i) \cup i} \alpha^k_{ij} W^k h_j), \quad
          \alpha^k_{ij} = softmax_j(leaky(a^k_1 \cdot W^k h_i + a^k_2 \cdot W^k h_j))

The last layer averages its heads and has no activation. On a typed graph types are ignored, types
without features are one-hot, and a one-hot node type is appended to the features.

(r) Dropout is on the inputs of layers and on attention weights, as the paper says; the released
code has it on the projected values as well.
"""

from __future__ import annotations

from functools import partial
from typing import ClassVar, cast

import numpy as np
import torch
from torch.nn import functional

from motifcnn.graph.flat import flat_adjacency
from motifcnn.methods.flat_classifier import FlatClassifier
from motifcnn.methods.flat_inputs import flat_inputs
from motifcnn.methods.method import GRAPH_CNN_SPACE, Classifier, Method, Problem
from motifcnn.methods.pyg import ConvStack, pyg_layers
from motifcnn.methods.registry import register_method
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


class GATModule(ConvStack):
    """Layers of attention over links with ELU between them.

    Parameters
    ----------
    width, classes : int
        Columns of the features and of the logits.
    settings : GATSettings
    """

    def __init__(self, width: int, classes: int, settings: GATSettings) -> None:
        conv = partial(pyg_layers("gat").GATConv, dropout=settings.attention_dropout)
        widths = [width, *(settings.heads * size for size in settings.hidden)]
        inner = zip(widths, settings.hidden, strict=False)
        convs = [conv(a, b, settings.heads) for a, b in inner]
        convs.append(conv(widths[-1], classes, settings.output_heads, concat=False))
        super().__init__(convs, functional.elu, settings.input_dropout, settings.dropout)


@register_method
class GAT(Method):
    """Graph attention network."""

    name = "gat"
    settings = GATSettings(text="rows", learning_rate=0.005, weight_decay=1e-5)
    presets: ClassVar = {
        "original": GATSettings(
            text="rows",
            learning_rate=0.005,
            weight_decay=5e-4,
            epochs=1000,
            window=100,
            select="loss",
        )
    }
    search_space: ClassVar = GRAPH_CNN_SPACE | {
        "hidden": ((8,), (16,), (8, 8), (16, 16)),
        "attention_dropout": (0.2, 0.6),
    }

    def build(self, problem: Problem) -> Classifier:
        """The untrained network on the whole graph."""
        flat, settings = flat_inputs(problem), cast(GATSettings, problem.settings)
        module = GATModule(flat.x.shape[1], problem.classes, settings)
        # Links in both directions; PyG's layer adds the loops.
        links = torch.as_tensor(
            np.stack(flat_adjacency(problem.graph).nonzero()), dtype=torch.int64
        )
        return FlatClassifier(problem, flat, links, module)
