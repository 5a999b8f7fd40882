r"""GCN (Kipf and Welling 2017, equation 9), by PyG's `GCNConv`.

.. math:: Z = \hat A \, relu(\hat A X W_0) W_1,
          \quad \hat A = \tilde D^{-1/2} (A + I) \tilde D^{-1/2}

On a typed graph types are ignored, types without features are one-hot, and a one-hot node type is
appended to the features.
"""

from __future__ import annotations

import warnings
from itertools import pairwise
from typing import Any, ClassVar, cast

import torch

from motifcnn.graph.flat import normalised_adjacency
from motifcnn.graph.graph import Graph
from motifcnn.methods.flat_classifier import FlatClassifier
from motifcnn.methods.flat_inputs import flat_inputs
from motifcnn.methods.method import GRAPH_CNN_SPACE, Classifier, Method, Problem
from motifcnn.methods.pyg import ConvStack, pyg_layers
from motifcnn.methods.registry import register_method
from motifcnn.nn.inputs import InputSettings
from motifcnn.nn.settings import Share, TrainSettings, Widths


class GCNSettings(InputSettings, TrainSettings):
    """Settings of a GCN.

    Parameters
    ----------
    hidden : tuple of int
        Width of each layer but the last.
    input_dropout, dropout : float
        Share left out of the entries of X, and of the inputs of each later layer.
    """

    hidden: Widths = (16,)
    input_dropout: Share = 0.5
    dropout: Share = 0.5


class GCNModule(ConvStack):
    """Graph convolutions with ReLU between them.

    Parameters
    ----------
    width, classes : int
        Columns of the features and of the logits.
    settings : GCNSettings
    """

    def __init__(self, width: int, classes: int, settings: GCNSettings) -> None:
        conv, sizes = pyg_layers("gcn").GCNConv, [width, *settings.hidden, classes]
        convs = [conv(a, b, normalize=False, bias=False) for a, b in pairwise(sizes)]
        super().__init__(convs, torch.relu, settings.input_dropout, settings.dropout)

    def groups(self, weight_decay: float) -> list[dict[str, Any]]:
        """L2 on the first layer's weights only, as in the paper."""
        return [
            {"params": [self.first], "weight_decay": weight_decay},
            {"params": list(self.convs.parameters()), "weight_decay": 0.0},
        ]


@register_method
class GCN(Method):
    """Graph convolutional network."""

    name = "gcn"
    settings = GCNSettings(text="rows", hidden=(64,), weight_decay=1e-5)
    presets: ClassVar = {
        "original": GCNSettings(
            text="rows", weight_decay=5e-4, stop="window-mean", window=10, select="loss"
        )
    }
    search_space: ClassVar = GRAPH_CNN_SPACE | {
        "hidden": ((16,), (64,), (128,), (64, 64), (64, 64, 64)),
    }

    def build(self, problem: Problem) -> Classifier:
        """The untrained network on the whole graph."""
        flat, settings = flat_inputs(problem), cast(GCNSettings, problem.settings)
        module = GCNModule(flat.x.shape[1], problem.classes, settings)
        return FlatClassifier(problem, flat, adjacency(problem.graph), module)


def adjacency(graph: Graph) -> torch.Tensor:
    r"""\hat A, (n, n), as a sparse CSR tensor, which is what PyG calls `adj_t`: it is symmetric."""
    matrix = normalised_adjacency(graph, loops=True)
    indptr, indices, data = map(torch.tensor, (matrix.indptr, matrix.indices, matrix.data))
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Sparse CSR tensor support is in beta")
        return torch.sparse_csr_tensor(indptr, indices, data, matrix.shape, check_invariants=True)
