"""Motif convolution: one unit per motif (Eqn 2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias, cast

import torch
from torch import nn

from motifcnn.motif.check import as_motif
from motifcnn.motif.motif import Motif
from motifcnn.nn.features import Features, drop, product, unit_rows
from motifcnn.nn.fused.precomputed import PrecomputedOperator, PrecomputedRole
from motifcnn.nn.glorot import glorot
from motifcnn.nn.settings import ConfigError
from motifcnn.nn.sparse.aggregate import Role, aggregate
from motifcnn.tensor.operator import MotifOperator

LABELS = "labels"
"""Key of the known labels among what nodes hold."""
Operator: TypeAlias = MotifOperator | PrecomputedOperator


class MotifConv(nn.Module):
    r"""Convolves what nodes hold over the instances of one motif.

    .. math:: H^M = X_t W_0 + (D^M)^{-1} \sum_k A^M_k X_{\tau(k)} W_k

    The activation follows outside. Targets without instances keep the first term alone.

    Parameters
    ----------
    motif : Motif or pattern text
        Has one weight matrix per role.
    in_channels : int or mapping of node type to int
        Width of what nodes hold, by type or the same for all.
    out_channels : int
        Width of the unit.
    own : bool
        Whether the unit has the first term, with a W_0 of its own.
    own_channels : int, optional
        Rows of W_0, where targets hold more themselves than motifs carry; None: as `in_channels`.
    unit_rows : bool
        Scale the rows of each D^-1 A_k X to length 1 before W_k, so that motifs with many and with
        few instances per target start with the same influence.
    label_channels : int
        Number of classes, where the labels of other nodes are inputs as well. The unit then has a
        term D^-1 A_k Y V_k for every role k of the target's type. Instances never revisit their
        target, so no node sees its own label.
    bias : bool
        Whether a constant is added to the unit.
    dropout : float
        Share of what the convolution reads that a training step leaves out.

    Examples
    --------
    >>> import motifcnn as mc
    >>> graph = mc.load_dataset("debian")
    >>> motif = mc.Motif.parse("(t:package)--(l:library)--(c:package)")
    >>> conv = MotifConv(motif, {"package": 16, "library": 4}, 8)
    >>> x = {"package": torch.randn(3111, 16), "library": torch.randn(534, 4)}
    >>> conv(x, mc.operator(graph, motif)).shape
    torch.Size([3111, 8])
    """

    def __init__(
        self,
        motif: Motif | str,
        in_channels: int | Mapping[str, int],
        out_channels: int,
        *,
        own: bool = True,
        own_channels: int | None = None,
        unit_rows: bool = False,
        label_channels: int = 0,
        bias: bool = False,
        dropout: float = 0.0,
    ) -> None:
        super().__init__()
        motif = as_motif(motif)
        self.motif, self.unit_rows, self.dropout = motif, unit_rows, dropout
        width = (lambda t: in_channels) if isinstance(in_channels, int) else in_channels.__getitem__
        self.w0 = None
        if own:
            wide = width(motif.target_type) if own_channels is None else own_channels
            self.w0 = glorot(wide, out_channels)
        types = [role.node_type for role in motif.roles]
        self.w = nn.ParameterList([glorot(width(t), out_channels) for t in types])
        self.peers = [k for k, t in enumerate(types) if label_channels and t == motif.target_type]
        self.v = nn.ParameterList([glorot(label_channels, out_channels) for _ in self.peers])
        self.bias = nn.Parameter(torch.zeros(out_channels)) if bias else None

    def forward(
        self, x_dict: Mapping[str, Features], operator: Operator, x_own: Features | None = None
    ) -> torch.Tensor:
        """The unit of each target: (n, out_channels).

        Parameters
        ----------
        x_dict : mapping of node type to (n_type, in_channels) features
            Dense tensors, `SparseMatrix` or `OneHot`. With `label_channels`, ``x_dict["labels"]``
            is Y, (n_target, classes): rows of zeros where a label is not known.
        operator : MotifOperator
            Of this motif, as `motifcnn.operator(graph, motif)` gives it.
        x_own : (n, in_channels) features, optional
            What the targets themselves hold, where the operator has rows of some targets only;
            None takes ``x_dict[target type]``.
        """
        self._require(x_dict, operator)
        terms = [
            self._term(role, x_dict, weight)
            for role, weight in zip(operator.roles, self.w, strict=True)
        ]
        for k, weight in zip(self.peers, self.v, strict=True):
            seen = label_means(operator, k, x_dict)
            terms.append(self._dropped(unit_rows(seen) if self.unit_rows else seen) @ weight)
        if self.w0 is not None:
            own = x_dict[self.motif.target_type] if x_own is None else x_own
            terms.insert(0, self._dropped(own) @ self.w0)
        if self.bias is not None:
            terms.append(self.bias)
        return sum(terms[1:], start=terms[0])

    def _require(self, x_dict: Mapping[str, Features], operator: Operator) -> None:
        """Raises where the operator has other roles, or a type holds nothing."""
        own, given = ([r.node_type for r in each.roles] for each in (self.motif, operator))
        if own != given:
            raise ConfigError(
                f"operator: the motif {self.motif} has roles of the types {', '.join(own)}, the "
                f"operator of {', '.join(given)}; is it that of another motif?"
            )
        read = () if isinstance(operator, PrecomputedOperator) else own
        if missing := [t for t in read if t not in x_dict]:
            raise ConfigError(
                f"x_dict: nothing for {missing[0]!r}, which the motif {self.motif} reads; it has "
                f"{', '.join(map(repr, x_dict)) or 'no type'}"
            )

    def _term(
        self, role: Role | PrecomputedRole, x_dict: Mapping[str, Features], weight: torch.Tensor
    ) -> torch.Tensor:
        """D^-1 A_k X W_k, in the order of multiplication that takes less."""
        if isinstance(role, PrecomputedRole):
            return self._dropped(role.product) @ weight
        x = x_dict[role.node_type]
        if self.unit_rows:
            return self._dropped(unit_rows(product(role, x))) @ weight
        x = self._dropped(x)
        if isinstance(x, torch.Tensor) and role.shape[0] < role.shape[1]:
            return aggregate(role, x) @ weight
        return aggregate(role, x @ weight)

    def _dropped(self, x: Features) -> Features:
        return drop(x, self.dropout) if self.training else x


def label_means(operator: Operator, role: int, x_dict: Mapping[str, Features]) -> torch.Tensor:
    """D^-1 A_k Y: what a target sees of the labels of others, (n, classes)."""
    if isinstance(operator, PrecomputedOperator):
        return operator.labels[role]
    return aggregate(operator.roles[role], cast(torch.Tensor, x_dict[LABELS]))
