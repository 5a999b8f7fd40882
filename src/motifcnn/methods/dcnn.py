r"""DCNN (Atwood and Towsley 2016, equations 1 to 4): what diffuses to a node in 0, 1, ..., H steps.

.. math:: Z^h = tanh(W_h \odot P^h X), \quad Y = softmax(\sum_h Z^h V_h + b), \quad P = D^{-1} A

`W` scales each feature at each number of steps, elementwise: (H + 1, width). P^h X is computed
once for the target's rows; P^h never. On a typed graph types are ignored, types without features
are one-hot, and a one-hot node type is appended to the features.

(r) The paper trains in batches of ten nodes; here a step is on all training nodes, by the
cross-entropy of the softmax.
"""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple, TypeAlias, cast

import numpy as np
import torch
from scipy import sparse
from torch import nn
from torch.nn import functional

from motifcnn.graph.flat import flat_adjacency, offsets
from motifcnn.graph.graph import Graph
from motifcnn.methods.flat_inputs import flat_inputs
from motifcnn.methods.method import Classifier, Method, Problem, Rows
from motifcnn.methods.registry import register_method
from motifcnn.nn.glorot import glorot
from motifcnn.nn.inputs import InputSettings
from motifcnn.nn.settings import PositiveInt, TrainSettings

_DENSE = 0.2
"""Share of entries that are not 0 from which a matrix is kept dense."""


class DCNNSettings(InputSettings, TrainSettings):
    """Settings of a DCNN.

    Parameters
    ----------
    hops : int
        Largest number of diffusion steps, H.
    """

    hops: PositiveInt = 2


class SparseRows(NamedTuple):
    """Columns and values of the entries row after row, and where each row begins."""

    columns: torch.Tensor
    values: torch.Tensor
    begins: torch.Tensor


Hop: TypeAlias = torch.Tensor | SparseRows
"""Rows of P^h X: (m, width)."""


class DCNNModule(nn.Module):
    """Diffusion-convolutional network.

    Parameters
    ----------
    width, hops, classes : int
        Columns of the features, H, and columns of the logits.
    """

    def __init__(self, width: int, hops: int, classes: int) -> None:
        super().__init__()
        self.scales = nn.Parameter(torch.randn(hops + 1, width))
        self.weights = nn.ParameterList([glorot(width, classes) for _ in range(hops + 1)])
        self.bias = nn.Parameter(torch.zeros(classes))

    def forward(self, view: list[Hop]) -> torch.Tensor:
        """Logits, (m, classes), of the view's rows."""
        hops = zip(view, self.scales, self.weights, strict=True)
        return self.bias + torch.stack([_activated(*hop) for hop in hops]).sum(dim=0)


def _activated(x: Hop, scale: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    """tanh(scale * x) weight: (m, classes)."""
    if isinstance(x, torch.Tensor):
        return torch.tanh(scale * x) @ weight
    # tanh(0) = 0, so the entries that are 0 stay out.
    values = torch.tanh(scale[x.columns] * x.values)
    return functional.embedding_bag(
        x.columns, weight, x.begins, mode="sum", per_sample_weights=values
    )


class DCNNClassifier(Classifier):
    """A `DCNNModule` on P^h X of the target's nodes."""

    def __init__(self, problem: Problem) -> None:
        flat, settings = flat_inputs(problem), cast(DCNNSettings, problem.settings)
        self.inputs, graph, hops = flat.fitted, problem.graph, settings.hops
        rows = offsets(graph)[problem.target]
        # The inputs are part of the value, so their id stays theirs.
        _, self.hops = graph.cache.get(
            ("diffused", hops, problem.target, id(flat)),
            lambda: (flat, diffused(transition_matrix(graph), flat.x.csr, hops, rows)),
        )
        self.module = DCNNModule(flat.x.shape[1], hops, problem.classes)

    def view(self, rows: Rows, device: torch.device) -> list[Hop]:
        """Those rows of P^h X, for each number of steps."""
        return [_on_device(x[rows], device) for x in self.hops]


@register_method
class DCNN(Method):
    """Diffusion-convolutional network."""

    name = "dcnn"
    settings = DCNNSettings(optimiser="adagrad", learning_rate=0.05)
    presets: ClassVar = {
        "original": DCNNSettings(
            optimiser="adagrad", learning_rate=0.05, epochs=500, window=20, select="loss"
        )
    }
    search_space: ClassVar = {
        "hops": (1, 2, 3),
        "learning_rate": (0.01, 0.05, 0.2),
        "weight_decay": (0.0, 1e-4, 1e-3),
        "window": (20, 40),
    }

    def build(self, problem: Problem) -> Classifier:
        """The untrained network, with P^h X computed."""
        return DCNNClassifier(problem)


def transition_matrix(graph: Graph) -> sparse.csr_array:
    """P = D^-1 A over the nodes of all types, (n, n); the row of a node without links is 0."""
    links = flat_adjacency(graph)
    degree = np.diff(links.indptr)
    values = (1.0 / np.repeat(degree, degree)).astype(np.float32)
    return sparse.csr_array((values, links.indices, links.indptr), shape=links.shape)


def diffused(transition: sparse.csr_array, x: Any, hops: int, rows: slice) -> list[Any]:
    """Some rows of X, P X, ..., P^hops X: each (n, width), sparse or dense float32.

    Examples
    --------
    >>> swap = sparse.csr_array(np.array([[0, 1], [1, 0]], dtype=np.float32))
    >>> x = sparse.csr_array(np.array([[1.0], [0.0]]))
    >>> [part.sum().item() for part in diffused(swap, x, 2, slice(0, 1))]
    [1.0, 0.0, 1.0]
    """
    found = [x[rows]]
    for step in range(1, hops + 1):
        # All nodes are needed on the way, the rows alone at its end.
        x = _dense_if_full((transition[rows] if step == hops else transition) @ x)
        found.append(x if step == hops else x[rows])
    return found


def _dense_if_full(x: Any) -> Any:
    full = sparse.issparse(x) and x.nnz > _DENSE * x.shape[0] * x.shape[1]
    return x.toarray() if full else x


def _on_device(x: Any, device: torch.device) -> Hop:
    x = _dense_if_full(x)
    if not sparse.issparse(x):
        return torch.as_tensor(x, dtype=torch.float32, device=device)
    whole = torch.int64
    return SparseRows(
        torch.as_tensor(x.indices, dtype=whole, device=device),
        torch.as_tensor(x.data, dtype=torch.float32, device=device),
        torch.as_tensor(x.indptr[:-1], dtype=whole, device=device),
    )
