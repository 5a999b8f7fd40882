"""Blocks: what each layer of a network reads to compute some nodes, and nothing more.

Training, mini-batches and predictions all cut operators back here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
import torch
from scipy import sparse

from motifcnn.nn.sparse.aggregate import Role, SomeRows
from motifcnn.tensor.operator import FactoredRole, MotifOperator, RoleOperator
from motifcnn.tensor.operator.policy import whole_is_cheaper

Rows = npt.NDArray[np.int64]
_MOST = 0.5  # share of a type's nodes from which on all of them are computed


@dataclass(frozen=True, eq=False)
class Block:
    """One layer over some nodes.

    Parameters
    ----------
    operators : mapping of motif number to operator
        Rows are the nodes that the layer computes, columns those of the layer below.
    own : mapping of node type to (n,) int64 tensor or None
        Where the nodes that the layer computes are among those below; None: they are the same.
    """

    operators: Mapping[int, Any]
    own: Mapping[str, torch.Tensor | None]


class Neighbourhoods(Protocol):
    """Where blocks get the rows of operators from."""

    def rows(self, motif: int, rows: Rows) -> tuple[Role, ...]:
        """D^-1 A_k for some targets, one per role; columns are all nodes of the role's type."""
        ...


@dataclass(frozen=True, eq=False)
class WholeNeighbourhoods:
    """All instances of every target."""

    operators: Sequence[MotifOperator]

    def rows(self, motif: int, rows: Rows) -> tuple[Role, ...]:
        """The rows of each role, see `some_rows`."""
        return tuple(some_rows(role, rows) for role in self.operators[motif].roles)


def whole_block(operators: Sequence[Any], types: Sequence[str]) -> Block:
    """A layer over all nodes."""
    return Block(dict(enumerate(operators)), dict.fromkeys(types))


def make_blocks(
    operators: Sequence[MotifOperator],
    types: Sequence[Sequence[str]],
    counts: Mapping[str, int],
    target: str,
    rows: Rows,
    *,
    device: torch.device | None = None,
    neighbourhoods: Neighbourhoods | None = None,
) -> list[Block]:
    """One block per layer for some rows of the target type.

    Parameters
    ----------
    operators : sequence of MotifOperator
    types : sequence of sequence of str
        Node types that each layer computes (`layer_types`).
    counts : mapping of node type to int
    target : str
    rows : (n,) int64
        In any order; a row may be there twice.
    neighbourhoods : Neighbourhoods, optional
        None: whole ones.

    Returns
    -------
    list of Block
        The first layer reads the inputs of all nodes.
    """
    source = neighbourhoods or WholeNeighbourhoods(operators)
    device = device or torch.device("cpu")
    wanted: dict[str, Rows | None] = {target: np.asarray(rows, dtype=np.int64)}
    blocks: list[Block] = []
    for number in reversed(range(len(types))):
        cut: dict[int, tuple[Role, ...]] = {}
        for m, operator in enumerate(operators):
            if (t := operator.motif.target_type) in types[number]:
                nodes = wanted[t]
                cut[m] = operator.roles if nodes is None else source.rows(m, nodes)
        below: dict[str, Rows | None] = dict.fromkeys(counts)
        if number:
            below = _read(operators, cut, wanted, counts)
        own = {t: _places(wanted[t], below[t], device) for t in types[number]}
        narrowed = {
            m: MotifOperator(operators[m].motif, tuple(_narrow(r, below) for r in roles))
            for m, roles in cut.items()
        }
        blocks.insert(0, Block(narrowed, own))
        wanted = below
    return blocks


def some_rows(role: RoleOperator | FactoredRole, rows: Rows, few: Rows | None = None) -> Role:
    """A role for some targets: rows that are written out, or cut from all where that is cheaper.

    The two differ in rounding. With `few`, the choice is the one for those rows: rows that several
    processes share come out alike, however many they are.
    """
    asked = rows if few is None else few
    if isinstance(role, FactoredRole) and whole_is_cheaper(role, asked):
        return SomeRows(role, rows)
    return RoleOperator(role.label, role.node_type, role.rows(rows))


def _read(
    operators: Sequence[MotifOperator],
    cut: Mapping[int, tuple[Role, ...]],
    wanted: Mapping[str, Rows | None],
    counts: Mapping[str, int],
) -> dict[str, Rows | None]:
    """Nodes that the layer below must compute: the targets and the nodes of their roles."""
    seen: dict[str, list[Rows | None]] = {t: [nodes] for t, nodes in wanted.items()}
    for roles in cut.values():
        for role in roles:
            columns = role.matrix.indices if isinstance(role, RoleOperator) else None
            seen.setdefault(role.node_type, []).append(columns)
    read: dict[str, Rows | None] = {}
    for t, parts in seen.items():
        known = [part for part in parts if part is not None]
        nodes = (
            np.unique(np.concatenate(known)).astype(np.int64) if len(known) == len(parts) else None
        )
        read[t] = None if nodes is None or len(nodes) > _MOST * counts[t] else nodes
    return read


def _places(rows: Rows | None, among: Rows | None, device: torch.device) -> torch.Tensor | None:
    if rows is None:
        return None
    return torch.tensor(rows if among is None else np.searchsorted(among, rows), device=device)


def _narrow(role: Any, below: Mapping[str, Rows | None]) -> Any:
    """The role with the columns of the nodes below alone."""
    nodes = below[role.node_type]
    if nodes is None:
        return role
    matrix = role.matrix
    parts = (matrix.data, np.searchsorted(nodes, matrix.indices), matrix.indptr)
    shape = (matrix.shape[0], len(nodes))
    return RoleOperator(role.label, role.node_type, sparse.csr_array(parts, shape=shape))
