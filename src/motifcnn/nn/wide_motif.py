"""WideMotif: one layer over many motifs whose units are added before the activation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import torch
from torch import nn
from torch.nn import functional

from motifcnn.nn.features import drop_blocks
from motifcnn.nn.glorot import glorot
from motifcnn.nn.propagated import Propagated

SOURCES = ("motifs", "own inputs", "propagated features")


class PropagatedFilters(nn.Module):
    r"""Filters of features that reach a node in 0, 1, ..., J steps over all relations.

    .. math:: U = \sum_{j=0}^{J} a_j \odot (S^j X W)

    All steps share W, so what a word means is learned once, from near and far. The scales a_j say,
    filter by filter, how much each step counts.

    Parameters
    ----------
    in_channels, out_channels : int
        Shape of W.
    steps : int
        J.
    """

    def __init__(self, in_channels: int, out_channels: int, steps: int) -> None:
        super().__init__()
        self.weight = glorot(in_channels, out_channels)
        self.scales = nn.Parameter(torch.full((steps + 1, out_channels), 1.0 / (steps + 1)))

    def forward(self, given: Propagated, rows: torch.Tensor, dropout: float = 0.0) -> torch.Tensor:
        """Units of some of the nodes: (len(rows), out_channels)."""
        steps = given.steps(self.weight, len(self.scales) - 1, dropout)
        units = [scale * h[rows] for scale, h in zip(self.scales, steps, strict=True)]
        return cast(torch.Tensor, sum(units[1:], start=units[0]))


class WideMotif(nn.Module):
    r"""The wide network: motif features, the node's own inputs and propagated features, summed.

    .. math:: H = relu(b + X_t W_0 + U + \sum_M (D^M)^{-1} \sum_k A^M_k X_{\tau(k)} W^M_k)

    Units are added before the activation, so a network over many motifs is one matrix product, and
    with the activations of a node held fixed the logit is a sum over motifs: `contributions`. There
    is no attention.

    Parameters
    ----------
    widths : sequence of int
        Columns of each product, as `motif_features` lays them out.
    motifs : sequence of int
        The motif of each product; -1 for the targets themselves.
    out_channels : int
        Number of classes.
    hidden : int
        Width of the hidden layer.
    propagated : int
        Columns of the propagated features; 0: none.
    steps : int
        How far they are propagated.
    input_dropout, motif_dropout, dropout : float
        Share of the inputs, of (node, product) pairs, and of hidden values that a training step
        leaves out.

    Examples
    --------
    >>> model = WideMotif([2, 3], [-1, 0], out_channels=2, hidden=8)
    >>> model(torch.zeros(5, 5)).shape
    torch.Size([5, 2])
    """

    def __init__(
        self,
        widths: Sequence[int],
        motifs: Sequence[int],
        out_channels: int,
        *,
        hidden: int = 64,
        propagated: int = 0,
        steps: int = 2,
        input_dropout: float = 0.0,
        motif_dropout: float = 0.0,
        dropout: float = 0.5,
    ) -> None:
        super().__init__()
        self.widths, self.motifs = list(widths), tuple(motifs)
        self.input_dropout, self.motif_dropout, self.dropout = input_dropout, motif_dropout, dropout
        self.weight = nn.Parameter(torch.cat([glorot(w, hidden).detach() for w in widths]))
        self.filters = PropagatedFilters(propagated, hidden, steps) if propagated else None
        self.bias = nn.Parameter(torch.zeros(hidden))
        self.output = nn.Linear(hidden, out_channels)
        nn.init.xavier_uniform_(self.output.weight)
        nn.init.zeros_(self.output.bias)

    def forward(
        self,
        columns: torch.Tensor,
        propagated: Propagated | None = None,
        rows: torch.Tensor | None = None,
    ) -> torch.Tensor:
        """Logits, (n, out_channels).

        Parameters
        ----------
        columns : (n, sum of widths)
            Rows of the motif features.
        propagated : Propagated, optional
            The propagated features, where the network reads them.
        rows : (n,) int64, optional
            Where the nodes are among all nodes of the graph.
        """
        return self._classify(self._units(columns, propagated, rows))

    def contributions(
        self,
        columns: torch.Tensor,
        propagated: Propagated | None = None,
        rows: torch.Tensor | None = None,
        *,
        motifs: int | None = None,
    ) -> torch.Tensor:
        """What each source adds to the logit of the predicted class: (n, motifs + 2).

        One column per motif, then the node's own inputs, then propagated features. With the
        activations held fixed, they and the biases sum to the logit.

        Parameters
        ----------
        columns, propagated, rows
            As in `forward`.
        motifs : int, optional
            Number of motifs, where the last ones have no product; None: up to the last that has.
        """
        with torch.no_grad():
            units = self._units(columns, propagated, rows)
        units.requires_grad_()
        logits = self._classify(units)
        best = logits.argmax(dim=1, keepdim=True)
        (gradient,) = torch.autograd.grad(logits.gather(1, best).sum(), units)
        motifs = max(self.motifs, default=-1) + 1 if motifs is None else motifs
        found = torch.zeros(len(units), motifs + 2, dtype=units.dtype)
        with torch.no_grad():
            parts = torch.split(columns, self.widths, dim=1), torch.split(self.weight, self.widths)
            for x, weight, motif in zip(*parts, self.motifs, strict=True):
                found[:, motif if motif >= 0 else motifs] += ((x @ weight) * gradient).sum(1).cpu()
            if self.filters is not None and propagated is not None and rows is not None:
                own = self.filters(propagated, rows)
                found[:, motifs + 1] = (own * gradient).sum(dim=1).cpu()
        return found

    def _units(
        self, columns: torch.Tensor, propagated: Propagated | None, rows: torch.Tensor | None
    ) -> torch.Tensor:
        if self.training:
            shares = self.motif_dropout, self.input_dropout
            columns = drop_blocks(columns, self.widths, *shares)
        units = columns @ self.weight
        if self.filters is None or propagated is None or rows is None:
            return units
        share = self.input_dropout if self.training else 0.0
        own: torch.Tensor = self.filters(propagated, rows, share)
        if self.training:
            own = own * functional.dropout(own.new_ones(len(own), 1), self.motif_dropout)
        return units + own

    def _classify(self, units: torch.Tensor) -> torch.Tensor:
        h = functional.dropout(torch.relu(units + self.bias), self.dropout, self.training)
        logits: torch.Tensor = self.output(h)
        return logits
