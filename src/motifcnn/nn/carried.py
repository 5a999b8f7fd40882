"""Carried features: words in full width that reach a node over every relation, through filters that all steps share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from scipy import sparse
from torch import nn

from motifcnn.graph.graph import Graph
from motifcnn.nn.conv import glorot
from motifcnn.nn.dropout import next_seed
from motifcnn.nn.spmm import SparseMatrix, multiply, spmm
from motifcnn.nn.structure import symmetric, whole_adjacency

Rows = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class CarriedView:
    """What some rows can see.

    Parameters
    ----------
    features : (m, width) SparseMatrix
        Of the rows themselves and of all nodes with features that they can see.
    operators : tuple of SparseMatrix
        One per step, the farthest first; the columns of each are the rows of the one before.
    places : tuple of (n,) int64 tensors
        Where the view's rows are among the nodes before each step.
    """

    features: SparseMatrix
    operators: tuple[SparseMatrix, ...]
    places: tuple[torch.Tensor, ...]


@dataclass(frozen=True, eq=False)
class Carrier:
    """Features of all nodes and the operator that carries them.

    Parameters
    ----------
    features : (nodes, width) csr_array
    operator : (nodes, nodes) csr_array
    first : int
        Row at which the target type begins.
    """

    features: sparse.csr_array
    operator: sparse.csr_array
    first: int

    def view(self, rows: Rows, steps: int, device: torch.device) -> CarriedView:
        """What these rows of the target type can see in so many steps."""
        wanted = np.asarray(rows) + self.first
        operators, seen = cut_back(self.operator, wanted, steps)
        if not seen:
            return CarriedView(
                SparseMatrix(self.features[wanted]), (), (torch.arange(len(wanted), device=device),)
            )
        # Most types have no features of their own: what only they would bring is 0.
        read = (np.diff(self.features.indptr)[seen[0]] > 0) | np.isin(seen[0], wanted)
        operators = (SparseMatrix(operators[0].csr[:, read]), *operators[1:])
        seen[0] = seen[0][read]
        places = tuple(
            torch.from_numpy(np.searchsorted(nodes, wanted)).to(device) for nodes in seen
        )
        return CarriedView(SparseMatrix(self.features[seen[0]]), operators, places)


class CarriedFilters(nn.Module):
    r"""Filters of carried features.

    .. math:: U = \sum_{j=0}^{J} a_j \odot (S^j X W)

    W is shared by all steps j, so what a word means is learned once, from near and far; the scales
    a_j say, filter by filter, how much each step counts.

    Parameters
    ----------
    width, filters : int
        Shape of W.
    steps : int
        J.
    members : int
        Networks that W and the scales are of, side by side: (width, members * filters).

    Examples
    --------
    >>> two = sparse.csr_array(np.array([[0.5, 0.5], [0.5, 0.5]], dtype=np.float32))
    >>> view = Carrier(sparse.csr_array(np.eye(2, dtype=np.float32)), two, 0).view(np.array([0]), 1, torch.device("cpu"))
    >>> CarriedFilters(2, 3, steps=1)(view).shape
    torch.Size([1, 3])
    """

    def __init__(self, width: int, filters: int, steps: int, *, members: int = 1) -> None:
        super().__init__()
        self.weight = nn.Parameter(
            torch.cat([glorot(width, filters).detach() for _ in range(members)], dim=1)
        )
        self.scales = nn.Parameter(torch.full((steps + 1, members * filters), 1.0 / (steps + 1)))

    def forward(self, view: CarriedView, drop: float = 0.0) -> torch.Tensor:
        """The units of the view's rows, (n, members * filters); `drop` is the share of the features left out."""
        seed = next_seed() if drop else 0
        if self.weight.device.type == "cpu":
            units: torch.Tensor = _Units.apply(self.weight, self.scales, view, drop, seed)  # type: ignore[no-untyped-call]
            return units
        carried = spmm(view.features, self.weight, drop, seed)
        units = self.scales[0] * carried[view.places[0]]
        for step, operator in enumerate(view.operators, start=1):
            carried = spmm(operator, carried)
            last = step == len(view.operators)
            units = units + self.scales[step] * (carried if last else carried[view.places[step]])
        return units


class _Units(torch.autograd.Function):
    """`CarriedFilters.forward` on the CPU: the same steps without a graph of small ones, which take longer than the products."""

    @staticmethod
    def forward(
        ctx: Any,
        weight: torch.Tensor,
        scales: torch.Tensor,
        view: CarriedView,
        drop: float,
        seed: int,
    ) -> torch.Tensor:
        carried = multiply(view.features, weight, drop, seed)
        own = [carried[view.places[0]]]
        for step, operator in enumerate(view.operators, start=1):
            carried = multiply(operator, carried)
            own.append(carried if step == len(view.operators) else carried[view.places[step]])
        ctx.view, ctx.drop, ctx.seed = view, drop, seed
        ctx.save_for_backward(scales, *own)
        units = scales[0] * own[0]
        for scale, part in zip(scales[1:], own[1:], strict=True):
            units.addcmul_(scale, part)
        return units

    @staticmethod
    def backward(
        ctx: Any, *gradients: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor, None, None, None]:
        (gradient,) = gradients
        scales, *own = ctx.saved_tensors
        view: CarriedView = ctx.view
        of_scales = torch.stack([(gradient * part).sum(dim=0) for part in own])
        # From the last step back to the features: what later steps read of a node, and what the
        # view's rows read themselves.
        steps = len(view.operators)
        back = gradient * scales[steps]
        for step in reversed(range(steps)):
            back = multiply(view.operators[step], back, transpose=True)
            back.index_add_(0, view.places[step], gradient * scales[step])
        if not steps:
            whole = back.new_zeros(view.features.shape[0], back.shape[1])
            back = whole.index_add_(0, view.places[0], back)
        return (
            multiply(view.features, back, ctx.drop, ctx.seed, transpose=True),
            of_scales,
            None,
            None,
            None,
        )


def cut_back(
    operator: sparse.csr_array, wanted: Rows, steps: int
) -> tuple[tuple[SparseMatrix, ...], list[Rows]]:
    """The operator of each step, cut back to what the wanted rows can see, the farthest first.

    Returns
    -------
    operators : tuple of SparseMatrix
    seen : list of arrays
        Nodes before each step, in rising order; those that the first operator reads come first.
    """
    operators: list[SparseMatrix] = []
    seen: list[Rows] = []
    for _ in range(steps):
        cut = sparse.csr_array(operator[wanted])
        nodes = np.unique(cut.indices).astype(np.int64)
        columns = np.searchsorted(nodes, cut.indices)
        operators.insert(
            0,
            SparseMatrix(
                sparse.csr_array((cut.data, columns, cut.indptr), shape=(len(wanted), len(nodes)))
            ),
        )
        seen.insert(0, nodes)
        wanted = nodes
    return tuple(operators), seen


def symmetric_operator(graph: Graph) -> tuple[sparse.csr_array, dict[str, int]]:
    """D^-1/2 (A + I) D^-1/2 over the nodes of all types, float32, and the row at which each type begins."""
    adjacency, first = whole_adjacency(graph)
    return symmetric(
        sparse.csr_array(
            adjacency + sparse.eye_array(adjacency.shape[0], dtype=np.float32, format="csr")
        )
    ), first


def carrier(graph: Graph, target: str, features: Mapping[str, Any]) -> Carrier:
    """A `Carrier` of the features of some types, (n, d) each; every type has columns of its own."""
    operator, first = symmetric_operator(graph)
    counts = graph.counts
    blocks = [
        sparse.csr_array(features[t] if t in features else (counts[t], 0))
        for t in graph.schema.node_types
    ]
    return Carrier(
        sparse.csr_array(sparse.block_diag(blocks), dtype=np.float32), operator, first[target]
    )
