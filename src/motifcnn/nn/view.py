"""View: everything that the network needs to compute some rows, cut down to what those rows can see."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch
from scipy import sparse

from motifcnn.motif.motif import Motif
from motifcnn.nn.conv import Unit
from motifcnn.nn.inputs import Block
from motifcnn.nn.spmm import SparseMatrix
from motifcnn.nn.term import DenseTerm, SparseTerm, Term, constant_term, passing_term
from motifcnn.tensor.operator import MotifOperator

Rows = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class HiddenLayer:
    """Operators of one layer after the first, over the rows that the layer before computes.

    Parameters
    ----------
    itself : mapping of node type to (n,) int64 tensor or None
        Where the layer's rows are among those of the layer before; None where they are all of them.
    roles : mapping of (node type, motif, role) to SparseMatrix
    """

    itself: Mapping[str, torch.Tensor | None]
    roles: Mapping[tuple[str, int, int], SparseMatrix]


@dataclass(frozen=True, eq=False)
class View:
    """Rows of the target type, and all that leads to them.

    Parameters
    ----------
    rows : (n,) int64
        Rows of the target type that the network computes.
    first : mapping of node type to tuple of Unit
        Layer 1: constant products, one unit per motif of the type, or a self unit.
    deeper : tuple of HiddenLayer
    """

    rows: Rows
    first: Mapping[str, tuple[Unit, ...]]
    deeper: tuple[HiddenLayer, ...]


def motifs_of(motifs: Sequence[Motif], node_type: str) -> list[int]:
    """Which motifs have that target type."""
    return [m for m, motif in enumerate(motifs) if motif.target_type == node_type]


def alive_types(motifs: Sequence[Motif], target: str, depth: int) -> list[list[str]]:
    """Node types whose vectors each layer must compute for the target to be classified; layer 1 first."""
    layers = [[target]]
    for _ in range(depth - 1):
        needed = list(layers[0])
        for node_type in layers[0]:
            for m in motifs_of(motifs, node_type):
                needed += [role.node_type for role in motifs[m].roles]
        layers.insert(0, list(dict.fromkeys(needed)))
    return layers


def make_view(
    operators: Sequence[MotifOperator],
    inputs: Mapping[str, tuple[Block, ...]],
    target: str,
    rows: Rows,
    depth: int,
    device: torch.device | None = None,
    *,
    once: bool = False,
) -> View:
    """Cuts operators and inputs back from the wanted rows, layer by layer, and multiplies the constants of layer 1.

    A view that is used only `once`, to predict, leaves the constants as factors.
    """
    device = device or torch.device("cpu")
    motifs = [operator.motif for operator in operators]
    alive = alive_types(motifs, target, depth)
    wanted: dict[str, Rows] = {target: np.asarray(rows, dtype=np.int64)}
    deeper: list[HiddenLayer] = []
    for types in reversed(alive[1:]):
        before = _seen(operators, motifs, types, wanted)
        itself, roles = {}, {}
        for t in types:
            places = np.searchsorted(before[t], wanted[t])
            itself[t] = None if len(places) == len(before[t]) else torch.as_tensor(places, device=device)
            for m in motifs_of(motifs, t):
                for k, role in enumerate(operators[m].roles):
                    cut = sparse.csr_array(role.matrix[wanted[t]])
                    columns = np.searchsorted(before[role.node_type], cut.indices)
                    shape = (len(wanted[t]), len(before[role.node_type]))
                    roles[t, m, k] = SparseMatrix(sparse.csr_array((cut.data, columns, cut.indptr), shape=shape))
        deeper.insert(0, HiddenLayer(itself, roles))
        wanted = before
    ready: dict[int, SparseTerm | DenseTerm] = {}

    def term(matrix: sparse.csr_array, x: Block) -> Term:
        return passing_term(matrix, x, device, ready) if once else constant_term(matrix, x, device)

    first = {t: _units(operators, motifs, inputs, t, wanted[t], term) for t in alive[0]}
    return View(np.asarray(rows, dtype=np.int64), first, tuple(deeper))


def _seen(
    operators: Sequence[MotifOperator], motifs: Sequence[Motif], types: list[str], wanted: Mapping[str, Rows]
) -> dict[str, Rows]:
    """Rows that the wanted rows depend on, increasing: themselves and whoever plays a role for them."""
    seen: dict[str, list[Rows]] = {t: [wanted[t]] for t in types}
    for t in types:
        for m in motifs_of(motifs, t):
            for role in operators[m].roles:
                seen.setdefault(role.node_type, []).append(role.matrix[wanted[t]].indices.astype(np.int64))
    return {t: np.unique(np.concatenate(parts)) for t, parts in seen.items()}


def _units(
    operators: Sequence[MotifOperator],
    motifs: Sequence[Motif],
    inputs: Mapping[str, tuple[Block, ...]],
    node_type: str,
    rows: Rows,
    term: Callable[[sparse.csr_array, Block], Term],
) -> tuple[Unit, ...]:
    def terms(matrix: sparse.csr_array, source: str) -> tuple[Term, ...]:
        return tuple(term(matrix, x) for x in inputs[source])

    count = next((x.shape[0] for x in inputs[node_type]), int(rows.max(initial=-1)) + 1)
    chosen = sparse.csr_array((np.ones(len(rows), np.float32), rows, np.arange(len(rows) + 1)), shape=(len(rows), count))
    itself = terms(chosen, node_type)
    found = motifs_of(motifs, node_type)
    units = [Unit(itself, tuple(terms(sparse.csr_array(r.matrix[rows]), r.node_type) for r in operators[m].roles)) for m in found]
    return tuple(units) if units else (Unit(itself),)
