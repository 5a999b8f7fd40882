"""View: everything that the network needs to compute some rows, cut down to what those rows can see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import torch
from scipy import sparse

from motifcnn.motif.motif import Motif
from motifcnn.nn.constants import Constants
from motifcnn.nn.conv import Unit
from motifcnn.nn.factored import WholeRole
from motifcnn.nn.inputs import Block
from motifcnn.nn.joint import Joint, JointVectors
from motifcnn.nn.neighbours import AllNeighbours, Neighbours, Rows, is_everything
from motifcnn.nn.spmm import SparseMatrix
from motifcnn.nn.term import DenseTerm, SparseTerm, Term, constant_term, passing_term, whole_term
from motifcnn.tensor.operator import FactoredRole, MotifOperator, RoleOperator

_FEW = 16  # a view of less than 1 in so many rows


@dataclass(frozen=True, eq=False)
class HiddenLayer:
    """Operators of one layer after the first, over the rows that the layer before computes.

    Parameters
    ----------
    itself : mapping of node type to (n,) int64 tensor or None
        Where the layer's rows are among those of the layer before; None where they are all of them.
    roles : mapping of (node type, motif, role) to SparseMatrix or WholeRole
    """

    itself: Mapping[str, torch.Tensor | None]
    roles: Mapping[tuple[str, int, int], SparseMatrix | WholeRole]


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
    joint : Joint, optional
        Where the lowest layers are those of another view as well.
    """

    rows: Rows
    first: Mapping[str, tuple[Unit, ...]]
    deeper: tuple[HiddenLayer, ...]
    joint: Joint | None = None


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
    neighbours: Neighbours | None = None,
    constants: Constants | None = None,
) -> View:
    """Cuts operators and inputs back from the wanted rows, layer by layer, and multiplies the constants of layer 1.

    Parameters
    ----------
    once : bool
        The view is used only once, to predict: constants stay factors.
    neighbours : Neighbours, optional
        Where rows of operators come from, for a batch; None takes whole neighbourhoods.
    constants : Constants, optional
        Keeps products of layer 1 for all rows: of factored operators, and in a batch of all.
    """
    device = device or torch.device("cpu")
    source = neighbours or AllNeighbours(operators)
    cut = _Cutter(
        operators,
        alive_types([operator.motif for operator in operators], target, depth),
        source,
        device,
    )
    deeper, wanted = cut.layers({target: np.asarray(rows, dtype=np.int64)}, depth, 1)
    first = _FirstLayer(operators, inputs, source, device, once, constants, neighbours is not None)
    return View(np.asarray(rows, dtype=np.int64), first.all_units(cut.alive[0], wanted), deeper)


def make_joint_views(
    operators: Sequence[MotifOperator],
    inputs: Mapping[str, tuple[Block, ...]],
    target: str,
    train: Rows,
    val: Rows,
    depth: int,
    layers: int,
    device: torch.device,
    *,
    constants: Constants | None = None,
) -> tuple[View, View]:
    """Views of training and validation rows as `make_view` makes them, with the lowest `layers` computed once for both.

    Where the two see so little in common that this would cost more than it saves, they are views of
    their own.
    """
    source = AllNeighbours(operators)
    cut = _Cutter(
        operators,
        alive_types([operator.motif for operator in operators], target, depth),
        source,
        device,
    )
    tops = [
        cut.layers({target: np.asarray(rows, dtype=np.int64)}, depth, layers)
        for rows in (train, val)
    ]
    both = {t: np.union1d(tops[0][1][t], tops[1][1][t]) for t in cut.alive[layers - 1]}
    first = _FirstLayer(operators, inputs, source, device, False, constants, False)

    def below(
        wanted: Mapping[str, Rows],
    ) -> tuple[Mapping[str, tuple[Unit, ...]], tuple[HiddenLayer, ...]]:
        deeper, lowest = cut.layers(wanted, layers, 1)
        return first.all_units(cut.alive[0], lowest), deeper

    work, (in_train, in_val) = (
        sum(map(len, both.values())),
        (sum(map(len, wanted.values())) for _, wanted in tops),
    )
    # Rows of training go forward and back, those of validation only forward.
    shared = below(both) if 2 * work <= 2 * in_train + in_val else None
    kept, views = JointVectors(), []
    for rows, (deeper, wanted) in zip((train, val), tops, strict=True):
        units, lower = shared or below(wanted)
        places = {t: _places(wanted[t], both[t], device) for t in both}
        joint = Joint(layers, places, kept) if shared else None
        views.append(View(np.asarray(rows, dtype=np.int64), units, (*lower, *deeper), joint))
    return views[0], views[1]


@dataclass(frozen=True, eq=False)
class _Cutter:
    """Cuts operators back from wanted rows; `alive` are the types that each layer computes."""

    operators: Sequence[MotifOperator]
    alive: list[list[str]]
    neighbours: Neighbours
    device: torch.device

    def layers(
        self, wanted: Mapping[str, Rows], above: int, below: int
    ) -> tuple[tuple[HiddenLayer, ...], Mapping[str, Rows]]:
        """The layers after the first `below` up to `above`, and the rows that they see of the one under them."""
        motifs = [operator.motif for operator in self.operators]
        deeper: list[HiddenLayer] = []
        for types in reversed(self.alive[below:above]):
            cuts = {
                (t, m): self.neighbours.rows(m, wanted[t])
                for t in types
                for m in motifs_of(motifs, t)
            }
            before = _seen(self.operators, cuts, types, wanted)
            itself = {t: _places(wanted[t], before[t], self.device) for t in types}
            roles = {}
            for (t, m), found in cuts.items():
                for k, (role, cut) in enumerate(zip(self.operators[m].roles, found, strict=True)):
                    roles[t, m, k] = _hidden_role(
                        role, cut, wanted[t], before[role.node_type], self.device
                    )
            deeper.insert(0, HiddenLayer(itself, roles))
            wanted = before
        return tuple(deeper), wanted


def _places(rows: Rows, among: Rows, device: torch.device) -> torch.Tensor | None:
    """Where `rows` are among increasing rows that contain them; None where they are the same."""
    return (
        None
        if np.array_equal(rows, among)
        else torch.as_tensor(np.searchsorted(among, rows), device=device)
    )


def _seen(
    operators: Sequence[MotifOperator],
    cuts: Mapping[tuple[str, int], tuple[sparse.csr_array | None, ...]],
    types: list[str],
    wanted: Mapping[str, Rows],
) -> dict[str, Rows]:
    """Rows that the wanted rows depend on, increasing: themselves and whoever plays a role for them."""
    seen: dict[str, list[Rows]] = {t: [wanted[t]] for t in types}
    for (_, m), found in cuts.items():
        for role, cut in zip(operators[m].roles, found, strict=True):
            columns = np.arange(role.shape[1]) if cut is None else cut.indices.astype(np.int64)
            seen.setdefault(role.node_type, []).append(columns)
    return {t: np.unique(np.concatenate(parts)) for t, parts in seen.items()}


def _hidden_role(
    role: RoleOperator | FactoredRole,
    cut: sparse.csr_array | None,
    rows: Rows,
    seen: Rows,
    device: torch.device,
) -> SparseMatrix | WholeRole:
    if cut is None:
        return WholeRole(
            role, None if is_everything(rows, role.shape[0]) else torch.tensor(rows, device=device)
        )
    shape = (len(rows), len(seen))
    return SparseMatrix(
        sparse.csr_array((cut.data, np.searchsorted(seen, cut.indices), cut.indptr), shape=shape)
    )


@dataclass(frozen=True, eq=False)
class _FirstLayer:
    """Makes the terms of layer 1; parameters as `make_view` has them."""

    operators: Sequence[MotifOperator]
    inputs: Mapping[str, tuple[Block, ...]]
    neighbours: Neighbours
    device: torch.device
    once: bool
    constants: Constants | None
    batch: bool
    ready: dict[int, SparseTerm | DenseTerm] = field(default_factory=dict)

    def all_units(
        self, types: Sequence[str], wanted: Mapping[str, Rows]
    ) -> dict[str, tuple[Unit, ...]]:
        """Units of the wanted rows of each type."""
        return {t: self.units(t, wanted[t]) for t in types}

    def units(self, node_type: str, rows: Rows) -> tuple[Unit, ...]:
        """One unit per motif of the type, or a self unit."""
        count = next((x.shape[0] for x in self.inputs[node_type]), int(rows.max(initial=-1)) + 1)
        chosen = sparse.csr_array(
            (np.ones(len(rows), np.float32), rows, np.arange(len(rows) + 1)),
            shape=(len(rows), count),
        )
        itself = tuple(self._term(chosen, x) for x in self.inputs[node_type])
        found = motifs_of([operator.motif for operator in self.operators], node_type)
        return tuple(Unit(itself, self._roles(m, rows)) for m in found) or (Unit(itself),)

    def _roles(self, motif: int, rows: Rows) -> tuple[tuple[Term, ...], ...]:
        cuts: tuple[sparse.csr_array | None, ...] | None = None
        result = []
        for k, role in enumerate(self.operators[motif].roles):
            terms: list[Term] = []
            for x in self.inputs[role.node_type]:
                known = self._constant(role, x)
                if known is not None:
                    kept = known if is_everything(rows, len(known)) else known[rows]
                    terms.append(DenseTerm(torch.as_tensor(kept, device=self.device)))
                    continue
                # Rows are cut out, or drawn, once for all roles and blocks of a motif, and only if
                # a product needs them.
                cuts = cuts or self.neighbours.rows(motif, rows)
                cut = cuts[k]
                if cut is None:
                    part = (
                        None
                        if is_everything(rows, role.shape[0])
                        else torch.tensor(rows, device=self.device)
                    )
                    terms.append(whole_term(WholeRole(role, part), x, self.device))
                else:
                    terms.append(self._term(cut, x))
            result.append(tuple(terms))
        return tuple(result)

    def _constant(
        self, role: RoleOperator | FactoredRole, x: Block
    ) -> npt.NDArray[np.float32] | None:
        if (
            self.constants is None
            or sparse.issparse(x)
            or not (self.batch or isinstance(role, FactoredRole))
        ):
            return None
        return self.constants.product(role, x)

    def _term(self, matrix: sparse.csr_array, x: Block) -> Term:
        # Few rows of a large X are multiplied before the weight: the weight times all of X would
        # cost more.
        if self.once and matrix.shape[0] * _FEW >= x.shape[0]:
            return passing_term(matrix, x, self.device, self.ready)
        return constant_term(matrix, x, self.device)
