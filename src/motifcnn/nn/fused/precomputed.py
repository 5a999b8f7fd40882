"""Precomputed operators: D^-1 A_k X of inputs that never change, computed once.

The definition is the operator itself: ``conv(x, operator)`` equals ``conv(x, precomputed)`` for the
same x. The first layer of a network reads the same inputs in every step, so a one-layer network
trains on the rows of these products alone: `python -m benchmarks.training.fused`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import torch

from motifcnn.errors import BudgetError
from motifcnn.nn.blocks import some_rows
from motifcnn.nn.features import Features, product, take, unit_rows
from motifcnn.nn.sparse.aggregate import present
from motifcnn.readable import readable_size
from motifcnn.tensor.operator import MotifOperator
from motifcnn.tensor.plan import free_share


@dataclass(frozen=True, eq=False)
class PrecomputedRole:
    """The product of one role with constant inputs: (n_target, d) features."""

    node_type: str
    product: Features


@dataclass(frozen=True, eq=False)
class PrecomputedOperator:
    """An operator whose products with constant inputs are known.

    Parameters
    ----------
    roles : tuple of PrecomputedRole
    present : (n_target,) bool tensor
        Which targets have instances.
    labels : mapping of role to (n_target, classes) tensor
        D^-1 A_k Y of known labels, where they are inputs.
    """

    roles: tuple[PrecomputedRole, ...]
    present: torch.Tensor
    labels: Mapping[int, torch.Tensor] = field(default_factory=dict)

    def rows(self, rows: npt.NDArray[np.int64], device: torch.device) -> PrecomputedOperator:
        """The same for some targets, on a device."""
        at = torch.tensor(rows)
        chosen = (
            PrecomputedRole(r.node_type, _to(take(r.product, at), device)) for r in self.roles
        )
        labels = {k: seen[at].to(device) for k, seen in self.labels.items()}
        return PrecomputedOperator(tuple(chosen), self.present[at].to(device), labels)


def precomputed(
    operator: MotifOperator,
    x_dict: Mapping[str, Features],
    *,
    unit: bool = False,
    rows: npt.NDArray[np.int64] | None = None,
    few: npt.NDArray[np.int64] | None = None,
) -> PrecomputedOperator:
    """Multiplies an operator with inputs.

    Parameters
    ----------
    operator : MotifOperator
    x_dict : mapping of node type to (n_type, d) features
    unit : bool
        Scale the rows of each product to length 1.
    rows : (n,) int64, optional
        Targets to compute; None: all.
    few : (m,) int64, optional
        Targets for which the cheaper way is chosen (`some_rows`); None: `rows`.
    """
    roles = []
    for whole in operator.roles:
        role = whole if rows is None else some_rows(whole, rows, few)
        x = x_dict[role.node_type]
        if isinstance(x, torch.Tensor):
            _require_memory(role.shape[0], x.shape[1])
        found = product(role, x)
        roles.append(PrecomputedRole(role.node_type, unit_rows(found) if unit else found))
    seen = present(operator) if rows is None else present(operator)[rows]
    return PrecomputedOperator(tuple(roles), torch.from_numpy(seen))


def _to(x: Features, device: torch.device) -> Features:
    return x.to(device) if isinstance(x, torch.Tensor) else x


def _require_memory(rows: int, columns: int) -> None:
    needed, limit = 4 * rows * columns, free_share()
    if needed > limit:
        raise BudgetError(
            f"a product of {rows:,} targets and {columns:,} input columns takes "
            f"{readable_size(needed)}, over the limit of {readable_size(limit)}. Narrow the inputs "
            "with settings such as project=64, structure=64."
        )
