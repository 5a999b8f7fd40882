r"""DCNN (Atwood and Towsley 2016, equations 1 to 4): each node by what diffuses to it in 0, 1, ..., H steps.

.. math:: Z^h = tanh(W^c_h \odot P^h X), \quad Y = softmax(\sum_h Z^h V_h + b), \quad P = D^{-1} A

`W` scales each feature at each number of steps, elementwise: (H + 1, d). What is kept is P^h X of
the rows that are looked at, never P^h. On a typed graph types are ignored and a one-hot node type
is appended to the features.

(r) The paper trains in batches of ten nodes; here a step is on all training nodes, by the
cross-entropy of the softmax.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
import numpy.typing as npt
import torch
from scipy import sparse
from torch import nn
from torch.nn import functional

from motifcnn.baselines.gcn import stacked_inputs
from motifcnn.nn.conv import glorot
from motifcnn.nn.settings import Settings
from motifcnn.nn.structure import whole_adjacency
from motifcnn.train.callback import Callback
from motifcnn.train.method import Method
from motifcnn.train.problem import Problem
from motifcnn.train.task import Task

# Above this share of entries that are not 0 a dense matrix is smaller; above the other one it is
# quicker to learn from.
_DENSE_TO_KEEP, _DENSE_TO_LEARN = 0.4, 0.1
# Entries of one dense product at a time: what it keeps for the gradient is made again instead.
_ENTRIES_AT_ONCE = 1 << 22


@dataclass(frozen=True)
class DCNNConfig(Settings):
    """Settings of a DCNN.

    Parameters
    ----------
    hops : int
        Largest number of diffusion steps, H.
    """

    hops: int = 2

    def __post_init__(self) -> None:
        super().__post_init__()
        self.require_positive("hops")


CONFIG = DCNNConfig(
    text="given",
    featureless="none",
    dropout=0.0,
    optimiser="adagrad",
    learning_rate=0.05,
    epochs=500,
    window=20,
    stop="patience",
    select="loss",
)


@dataclass(frozen=True, eq=False)
class SparseHop:
    """Rows of P^h X that are mostly 0: columns and values of the rest, row after row, and where each row begins."""

    columns: torch.Tensor
    values: torch.Tensor
    begins: torch.Tensor

    def times(self, scale: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
        """tanh(scale * P^h X) V, (n, classes): tanh(0) = 0, so what is 0 stays out."""
        values = torch.tanh(scale.index_select(0, self.columns) * self.values)
        return functional.embedding_bag(
            self.columns, weight, self.begins, mode="sum", per_sample_weights=values
        )


@dataclass(frozen=True, eq=False)
class DenseHop:
    """Rows of P^h X as they are."""

    matrix: torch.Tensor

    def times(self, scale: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
        """tanh(scale * P^h X) V: (n, classes)."""
        result: torch.Tensor = _Scaled.apply(self.matrix, scale, weight)  # type: ignore[no-untyped-call]
        return result


class _Scaled(torch.autograd.Function):
    """tanh(scale * X) V, a few rows at a time; the gradient computes tanh again rather than keep a second matrix like X."""

    @staticmethod
    def forward(
        ctx: Any, x: torch.Tensor, scale: torch.Tensor, weight: torch.Tensor
    ) -> torch.Tensor:
        ctx.save_for_backward(x, scale, weight)
        return torch.cat([torch.tanh(part * scale) @ weight for part in _parts(x)])

    @staticmethod
    def backward(ctx: Any, *gradients: torch.Tensor) -> tuple[None, torch.Tensor, torch.Tensor]:
        x, scale, weight = ctx.saved_tensors
        of_scale, of_weight = torch.zeros_like(scale), torch.zeros_like(weight)
        for part, gradient in zip(_parts(x), _parts(gradients[0], x.shape[1]), strict=True):
            z = torch.tanh(part * scale)
            of_weight += z.T @ gradient
            # d tanh = 1 - z^2
            of_scale += z.square_().neg_().add_(1).mul_(part).mul_(gradient @ weight.T).sum(dim=0)
        return None, of_scale, of_weight


class DCNN(nn.Module):
    """Diffusion-convolutional network.

    Parameters
    ----------
    width : int
        Columns of the features.
    hops, classes : int
    """

    def __init__(self, width: int, hops: int, classes: int) -> None:
        super().__init__()
        self.scales = nn.Parameter(torch.randn(hops + 1, width))
        self.weights = nn.ParameterList([glorot(width, classes) for _ in range(hops + 1)])
        self.bias = nn.Parameter(torch.zeros(classes))

    def forward(self, view: Sequence[SparseHop | DenseHop]) -> torch.Tensor:
        """Logits, (n, classes), of the view's rows."""
        total: torch.Tensor = self.bias
        for hop, scale, weight in zip(view, self.scales, self.weights, strict=True):
            total = total + hop.times(scale, weight)
        return total


class DCNNClassifier:
    """A `DCNN` on the whole graph, types ignored."""

    def __init__(self, problem: Problem) -> None:
        graph, config = problem.graph, cast(DCNNConfig, problem.config)
        self.inputs, features = stacked_inputs(problem)
        transition, first = transition_matrix(graph)
        begin = first[problem.target]
        self.hops = diffused(
            transition, features, config.hops, slice(begin, begin + graph.counts[problem.target])
        )
        self.module = DCNN(features.shape[1], config.hops, problem.classes)

    def view(
        self, rows: npt.NDArray[np.int64], device: torch.device, *, once: bool = False
    ) -> list[SparseHop | DenseHop]:
        """Those rows of P^h X, for each number of steps."""
        return [_hop(x[rows], device) for x in self.hops]

    def attention(self, view: Any) -> list[torch.Tensor]:
        """Nothing: there are no motifs."""
        return []

    def fit_directly(self, task: Task, device: torch.device, callbacks: Sequence[Callback]) -> None:
        """Never: it learns by gradient steps."""


def transition_matrix(graph: Any) -> tuple[sparse.csr_array, dict[str, int]]:
    """D^-1 A over the nodes of all types, float32, and the row at which each type begins; a row without links is 0."""
    adjacency, first = whole_adjacency(graph)
    degree = np.diff(adjacency.indptr)
    values = (1.0 / np.repeat(degree, degree)).astype(np.float32)
    return sparse.csr_array(
        (values, adjacency.indices, adjacency.indptr), shape=adjacency.shape
    ), first


def diffused(
    transition: sparse.csr_array, x: sparse.csr_array, hops: int, rows: slice
) -> list[Any]:
    """Rows of X, P X, ..., P^hops X: each (n, d), sparse or, where that is smaller, dense float32.

    Examples
    --------
    >>> swap = sparse.csr_array(np.array([[0, 1], [1, 0]], dtype=np.float32))
    >>> [part.sum().tolist() for part in diffused(swap, sparse.csr_array(np.array([[1.0], [0.0]])), 2, slice(0, 1))]
    [1.0, 0.0, 1.0]
    """
    result = [_smaller(x[rows])]
    for step in range(1, hops + 1):
        last = step == hops
        # All nodes are needed on the way, the rows alone at its end.
        x = _smaller((transition[rows] if last else transition) @ x)
        result.append(x if last else x[rows])
    return result


def _smaller(x: Any) -> Any:
    if sparse.issparse(x):
        return (
            x.toarray() if x.nnz > _DENSE_TO_KEEP * x.shape[0] * x.shape[1] else sparse.csr_array(x)
        )
    return x


def _hop(x: Any, device: torch.device) -> SparseHop | DenseHop:
    if not sparse.issparse(x) or x.nnz > _DENSE_TO_LEARN * x.shape[0] * x.shape[1]:
        dense = x.toarray() if sparse.issparse(x) else x
        return DenseHop(
            torch.as_tensor(np.ascontiguousarray(dense, dtype=np.float32), device=device)
        )
    parts = x.indices.astype(np.int64), x.data.astype(np.float32), x.indptr[:-1].astype(np.int64)
    return SparseHop(*(torch.as_tensor(part, device=device) for part in parts))


def _parts(x: torch.Tensor, width: int | None = None) -> tuple[torch.Tensor, ...]:
    return torch.split(x, max(1, _ENTRIES_AT_ONCE // (width or x.shape[1])))


SPACE = {
    "hops": (1, 2, 3),
    "text": ("given", "rows", "tf-idf"),
    "learning_rate": (0.01, 0.05, 0.2),
    "weight_decay": (0.0, 1e-4, 1e-3),
}
METHOD = Method(DCNNClassifier, CONFIG, SPACE)
