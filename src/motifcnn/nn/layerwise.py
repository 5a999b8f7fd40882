"""Predictions for all nodes, layer by layer: every node's vector is computed once, however many others see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

import numpy as np
import torch
from torch import nn

from motifcnn.nn.constants import Constants
from motifcnn.nn.conv import Unit
from motifcnn.nn.inputs import Block
from motifcnn.nn.model import MotifCNN, TypeLayer
from motifcnn.nn.neighbours import Rows
from motifcnn.nn.spmm import SparseMatrix, spmm
from motifcnn.nn.term import DenseTerm, Term
from motifcnn.nn.view import make_view, motifs_of
from motifcnn.tensor.operator import FactoredRole, MotifOperator


def layerwise_logits(
    module: MotifCNN,
    operators: Sequence[MotifOperator],
    inputs: Mapping[str, tuple[Block, ...]],
    counts: Mapping[str, int],
    *,
    rows_at_once: int,
    device: torch.device,
    constants: Constants | None = None,
) -> torch.Tensor:
    """Logits of all nodes of the target type, (n, classes), on the CPU; the module must be in evaluation mode.

    Only the vectors between two layers are held for all nodes; units, one per motif, are made for
    some rows at a time.
    """
    h: dict[str, torch.Tensor] = {}
    with torch.no_grad():
        for number, (types, layer) in enumerate(zip(module.types, module.layers, strict=True)):
            after = {}
            for t, part in zip(types, cast(nn.ModuleList, layer), strict=True):
                combine = cast(TypeLayer, part)
                products = {} if number == 0 else _whole_products(module, operators, t, h)
                found = []
                for rows in parts_of(counts[t], rows_at_once):
                    if number == 0:
                        units: Sequence[Unit] = make_view(
                            operators, inputs, t, rows, 1, device, once=True, constants=constants
                        ).first[t]
                    else:
                        units = _units(module, operators, t, rows, h, products)
                    found.append(combine(units, 0.0)[0])
                after[t] = torch.cat(found)
            h = after
        x = h[module.target]
        return torch.cat([module.head(part).cpu() for part in torch.split(x, rows_at_once)])


def parts_of(count: int, at_once: int) -> list[Rows]:
    """Rows 0 to `count`, some at a time.

    Examples
    --------
    >>> [part.tolist() for part in parts_of(5, 2)]
    [[0, 1], [2, 3], [4]]
    """
    return np.split(np.arange(count), range(at_once, count, at_once))


def _whole_products(
    module: MotifCNN,
    operators: Sequence[MotifOperator],
    node_type: str,
    h: Mapping[str, torch.Tensor],
) -> dict[tuple[int, int], torch.Tensor]:
    """D^-1 A_k H of the factored roles, for all rows: cutting rows out of them would cost more."""
    found = {}
    for m in motifs_of(module.motifs, node_type):
        for k, role in enumerate(operators[m].roles):
            if isinstance(role, FactoredRole):
                values = h[role.node_type]
                found[m, k] = torch.from_numpy(role.matmul(values.cpu().numpy())).to(values.device)
    return found


def _units(
    module: MotifCNN,
    operators: Sequence[MotifOperator],
    node_type: str,
    rows: Rows,
    h: Mapping[str, torch.Tensor],
    products: Mapping[tuple[int, int], torch.Tensor],
) -> list[Unit]:
    begin, end = int(rows[0]) if len(rows) else 0, int(rows[-1]) + 1 if len(rows) else 0
    itself: tuple[Term, ...] = (DenseTerm(h[node_type][begin:end]),)

    def role_terms(m: int) -> tuple[tuple[Term, ...], ...]:
        terms: list[tuple[Term, ...]] = []
        for k, role in enumerate(operators[m].roles):
            if (m, k) in products:
                terms.append((DenseTerm(products[m, k][begin:end]),))
            else:
                terms.append((DenseTerm(spmm(SparseMatrix(role.rows(rows)), h[role.node_type])),))
        return tuple(terms)

    units = [Unit(itself, role_terms(m)) for m in motifs_of(module.motifs, node_type)]
    return units or [Unit(itself)]
