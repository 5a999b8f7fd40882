"""Motif convolution: one unit per motif (Eqn 2)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

import torch
from torch import nn

from motifcnn.motif.motif import Motif
from motifcnn.nn.factored import WholeRole
from motifcnn.nn.settings import ConfigError
from motifcnn.nn.spmm import SparseMatrix
from motifcnn.nn.term import HiddenTerm, Term
from motifcnn.tensor.operator import FactoredRole, MotifOperator

Widths = Mapping[str, tuple[int, ...]]


@dataclass(frozen=True, eq=False)
class Unit:
    """What one unit convolves: per block of input columns a term for the nodes themselves, and one for each role.

    Parameters
    ----------
    itself : tuple of Term
        X_t, one term per block.
    roles : tuple of tuple of Term
        D^-1 A_k X of the role's type, one term per block, for each role k.
    """

    itself: tuple[Term, ...]
    roles: tuple[tuple[Term, ...], ...] = ()


def unit_of(operator: MotifOperator, x: Mapping[str, torch.Tensor]) -> Unit:
    """The unit of a motif on dense features of every type it touches: (n_type, d)."""
    roles = tuple(
        (
            HiddenTerm(
                WholeRole(role) if isinstance(role, FactoredRole) else SparseMatrix(role.matrix),
                x[role.node_type],
            ),
        )
        for role in operator.roles
    )
    return Unit((HiddenTerm(None, x[operator.motif.target_type]),), roles)


class MotifConv(nn.Module):
    r"""Convolves node features over the instances of one motif.

    .. math:: H^M = X_t W_0 + (D^M)^{-1} \sum_k A^M_k X_{\tau(k)} W_k

    The activation follows outside. Without a motif it is the self unit alone, X_t W_0.

    Parameters
    ----------
    motif : Motif or None
    target : str
        Node type of the targets.
    widths : mapping of node type to tuple of int
        Columns of each block of input. A one-hot block of n columns makes W an embedding with a row
        per node.
    out_features : int
    bias : bool
    self_weight : float
        Start of W_0, as a share of Glorot's range.

    Examples
    --------
    >>> motif = Motif.parse("(t:paper)--(a:author)--(c:paper)")
    >>> conv = MotifConv(motif, "paper", {"paper": (50,), "author": (20,)}, 8)
    >>> [tuple(weight.shape) for weight in conv.parameters()]
    [(50, 8), (20, 8), (50, 8)]
    """

    def __init__(
        self,
        motif: Motif | None,
        target: str,
        widths: Widths,
        out_features: int,
        *,
        bias: bool = False,
        self_weight: float = 1.0,
    ) -> None:
        super().__init__()
        self.out_features = out_features
        self.w0 = nn.ParameterList(
            [glorot(width, out_features, self_weight) for width in widths[target]]
        )
        types = [role.node_type for role in motif.roles] if motif is not None else []
        self.w = nn.ModuleList(
            [nn.ParameterList([glorot(width, out_features) for width in widths[t]]) for t in types]
        )
        self.bias = nn.Parameter(torch.zeros(out_features)) if bias else None

    def forward(self, unit: Unit, drop: float = 0.0) -> torch.Tensor:
        """(n, out_features); `drop` is the dropout of the inputs."""
        products = _products(unit.itself, list(self.w0), drop)
        for terms, weights in zip(unit.roles, self.w, strict=True):
            products += _products(terms, list(cast(nn.ParameterList, weights)), drop)
        if not products:
            raise ConfigError(
                "no type of this motif feeds anything in; give it features or choose featureless='one-hot'"
            )
        total = products[0]
        for product in products[1:]:
            total = total + product
        return total if self.bias is None else total + self.bias


def _products(
    terms: Sequence[Term], weights: Sequence[torch.Tensor], drop: float
) -> list[torch.Tensor]:
    return [term.times(weight, drop) for term, weight in zip(terms, weights, strict=True)]


def glorot(fan_in: int, fan_out: int, share: float = 1.0) -> nn.Parameter:
    """A weight drawn uniformly from Glorot's range, scaled by `share`."""
    limit = share * math.sqrt(6.0 / (fan_in + fan_out))
    return nn.Parameter(torch.empty(fan_in, fan_out).uniform_(-limit, limit))
