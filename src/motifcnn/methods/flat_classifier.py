"""A classifier that computes all nodes of the graph at once and then takes the rows asked for."""

from __future__ import annotations

from typing import Any, NamedTuple

import torch
from torch import nn

from motifcnn.graph.flat import offsets
from motifcnn.methods.flat_inputs import FlatInputs
from motifcnn.methods.method import Classifier, Problem, Rows
from motifcnn.nn.sparse import SparseMatrix
from motifcnn.nn.stacked import Stacked


class FlatView(NamedTuple):
    """The whole graph, and where the rows asked for are among the nodes of all types.

    Parameters
    ----------
    x : (n, width) Stacked, or SparseMatrix of some rows
    links : Any
        What the module propagates along.
    rows : (m,) int64
    """

    x: Stacked | SparseMatrix
    links: Any
    rows: torch.Tensor


class FlatClassifier(Classifier):
    """A module on a `FlatView`.

    Parameters
    ----------
    problem : Problem
    flat : FlatInputs
    links : Any
        A tensor, or values that work on any device.
    module : nn.Module
        Logits, (m, classes), from a `FlatView`.
    """

    def __init__(self, problem: Problem, flat: FlatInputs, links: Any, module: nn.Module) -> None:
        self.module, self.inputs, self.x, self.links = module, flat.fitted, flat.x, links
        self.first_row = offsets(problem.graph)[problem.target].start

    def view(self, rows: Rows, device: torch.device) -> FlatView:
        """The whole graph, whichever rows are asked for."""
        links = self.links.to(device) if isinstance(self.links, torch.Tensor) else self.links
        at = torch.as_tensor(rows + self.first_row, device=device)
        return FlatView(self.x.to(device), links, at)
