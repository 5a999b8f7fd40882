"""The exact tensor after edges came and went, from the instances around them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from motifcnn.errors import BudgetError, MotifCNNError
from motifcnn.graph.changes import Changes, both_ways, make_changes
from motifcnn.graph.graph import Graph
from motifcnn.graph.schema import Relation
from motifcnn.tensor.csr import contains, row_starts
from motifcnn.tensor.pattern.link_matrices import Atom, LinkCondition, link_matrix
from motifcnn.tensor.tensor import MotifTensor
from motifcnn.tensor.update.compiled.delta import EMPTY, add_pinned
from motifcnn.tensor.update.query import NEW, OLD, Query, make_query, make_step
from motifcnn.tensor.update.rows import LinkRows, change_rows, read_only, untouched
from motifcnn.tensor.update.updated import Evolved, Pending, UpdatedTensor, role_offsets

Rows = npt.NDArray[np.int64]
Signed = tuple[Rows, Rows]  # (n, 2) pairs and (n,) signs
# Share of the edges, or of the tensor's entries: if more have changed, a fresh copy pays.
FOLD_SHARE = 0.25
FOLD_ALWAYS_BELOW = 1 << 16  # changes that are never worth a copy
TABLE = 1 << 14  # places of the hash table at first, a power of two; it grows as needed
# Matrices that a kernel is compiled for: more than any motif of 3, 4 and 6 nodes has.
TUPLE_SIZES = (4, 12, 30)


def update_tensor(
    tensor: MotifTensor, insert: Mapping[Any, Any] | None, delete: Mapping[Any, Any] | None
) -> MotifTensor:
    """See `MotifTensor.update`."""
    evolved = _evolved(tensor)
    changes = make_changes(evolved.base, insert, delete)
    query = make_query(evolved.base, tensor.motif, induced=tensor.induced)
    links = {
        link: evolved.links.get(link) or untouched(link_matrix(evolved.base, link))
        for link in query.links
    }
    after = evolved.changes.then(changes)
    changed = {link: _changed_pairs(evolved, after, changes, link) for link in links}
    new_links = {link: change_rows(links[link], *changed[link]) for link in links}
    before, pending = _pending(tensor)
    widths = [evolved.base.counts[role.node_type] for role in tensor.motif.roles]
    found = _count_changes(
        query, changed, links, new_links, evolved.base.counts[tensor.motif.target_type], widths
    )
    return UpdatedTensor(before, (*pending, found), Evolved(evolved.base, after, new_links))


def _evolved(tensor: MotifTensor) -> Evolved:
    if isinstance(tensor, UpdatedTensor):
        stored = sum(matrix.nnz for matrix in tensor.evolved.base.adjacency.values())
        if len(tensor.evolved.changes) <= max(FOLD_ALWAYS_BELOW, FOLD_SHARE * stored):
            return tensor.evolved
    if tensor.graph is None:
        raise MotifCNNError(
            f'the tensor of motif "{tensor.motif}" does not know its graph, so it cannot be '
            "updated; count it here, or load it with load_tensor(path, graph=...)"
        )
    return Evolved(tensor.graph, Changes(), {})


def _pending(tensor: MotifTensor) -> tuple[MotifTensor, tuple[Pending, ...]]:
    """A tensor that has arrays of its own, and what has changed since."""
    if not isinstance(tensor, UpdatedTensor):
        return tensor, ()
    many = sum(len(entries) for entries, _ in tensor.pending)
    if tensor.is_settled or many > max(FOLD_ALWAYS_BELOW, FOLD_SHARE * tensor.before.nonzeros):
        return tensor.settled(), ()
    return tensor.before, tensor.pending


def _changed_pairs(
    evolved: Evolved, after: Changes, changes: Changes, link: LinkCondition
) -> Signed:
    """The pairs that begin (1) or cease (-1) to meet a condition, sorted."""
    atoms = frozenset().union(*link.required) | link.forbidden
    relations = {r.key: r for r in evolved.base.schema.relations}
    named = [np.empty((0, 2), np.int64)]
    for key, forward in atoms:
        for part in (changes.insert, changes.delete):
            if key in part:
                pairs = both_ways(part[key], relations[key])
                named.append(pairs if forward else pairs[:, ::-1])
    pairs = np.concatenate(named)
    if link.source_type == link.target_type:
        pairs = pairs[pairs[:, 0] != pairs[:, 1]]
    if not len(pairs):
        return pairs, np.empty(0, np.int64)
    width = evolved.base.counts[link.target_type]
    cells = np.unique(pairs[:, 0] * width + pairs[:, 1])
    pairs = np.stack(np.divmod(cells, width), axis=1)
    present = {
        atom: _present(evolved.base, (evolved.changes, after), relations[atom[0]], atom, pairs)
        for atom in atoms
    }
    states = []
    for age in (OLD, NEW):
        met = np.ones(len(pairs), bool)
        for required in link.required:
            met &= np.logical_or.reduce([present[atom][age] for atom in required])
        for atom in link.forbidden:
            met &= ~present[atom][age]
        states.append(met)
    signs = states[NEW].astype(np.int64) - states[OLD]
    return pairs[signs != 0], signs[signs != 0]


def _present(
    graph: Graph, ages: tuple[Changes, Changes], relation: Relation, atom: Atom, pairs: Rows
) -> list[npt.NDArray[np.bool_]]:
    """Which of the pairs an atom links in the graph, before (OLD) and after (NEW) the update."""
    pairs = pairs if atom[1] else pairs[:, ::-1]
    matrix = graph.adjacency[relation.key]
    stored = contains(matrix, pairs[:, 0], pairs[:, 1])
    if not relation.directed:
        pairs = np.sort(pairs, axis=1)
    cells = pairs[:, 0] * matrix.shape[1] + pairs[:, 1]
    states = []
    for changes in ages:
        found = stored.copy()
        for part, value in ((changes.insert, True), (changes.delete, False)):
            if relation.key in part:
                # Increasing, as the pairs are.
                named = part[relation.key][:, 0] * matrix.shape[1] + part[relation.key][:, 1]
                places = np.minimum(np.searchsorted(named, cells), len(named) - 1)
                found[named[places] == cells] = value
        states.append(found)
    return states


def _count_changes(
    query: Query,
    changed: Mapping[LinkCondition, Signed],
    old: Mapping[LinkCondition, LinkRows],
    new: Mapping[LinkCondition, LinkRows],
    n_targets: int,
    widths: list[int],
) -> Pending:
    """The entries of the tensor that change and by how much, in the numbering of `role_offsets`."""
    offsets = role_offsets(n_targets, widths)
    if offsets[-1] >= 2**62:
        raise BudgetError(
            f"a tensor of {offsets[-1]:.2g} cells cannot be updated, only counted; keep fewer "
            "roles, which have fewer cells"
        )
    role_of = {member: k for k, members in enumerate(query.roles) for member in members}
    tables = _tables(query, old, new)
    keys, values, used = np.full(TABLE, EMPTY), np.zeros(TABLE, np.int64), 0
    for number, (a, b) in enumerate(query.pairs):
        present = (a, b) in query.present
        pairs, signs = changed[query.present[a, b] if present else query.absent[a, b]]
        for one, other in ((0, 1), (1, 0)):
            if ((a, b)[one], (a, b)[other]) in query.smaller:
                keep = pairs[:, one] < pairs[:, other]
                pairs, signs = pairs[keep], signs[keep]
        if not len(pairs):
            continue
        step = make_step(query, number)
        keys, values, used = add_pinned(
            pairs,
            signs if present else -signs,
            step.first,
            step.tests,
            step.order.index(0),
            np.array([offsets[role_of[node]] if node in role_of else -1 for node in step.order]),
            np.array([widths[role_of[node]] if node in role_of else 0 for node in step.order]),
            tables,
            keys,
            values,
            used,
        )
    kept = (keys != EMPTY) & (values != 0)
    return keys[kept], values[kept]


def _tables(
    query: Query, old: Mapping[LinkCondition, LinkRows], new: Mapping[LinkCondition, LinkRows]
) -> tuple[Any, ...]:
    """The link matrices before and after, as the kernel reads them; table 2 * link + age."""
    rows = [part[link] for link in query.links for part in (old, new)]  # in the order of OLD, NEW
    bases = [old[link].base for link in query.links]
    wide = any(part.dtype == np.int64 for base in bases for part in (base.indptr, base.indices))
    index = np.int64 if wide else np.int32
    size = next(n for n in TUPLE_SIZES if n >= len(bases))
    padded = bases + bases[:1] * (size - len(bases))
    pools = [part.pool.values for part in rows]
    return (
        tuple(read_only(base.indptr.astype(index, copy=False)) for base in padded),
        tuple(read_only(base.indices.astype(index, copy=False)) for base in padded),
        tuple(
            read_only(pool.astype(index, copy=False))
            for pool in pools + pools[:1] * (2 * size - len(pools))
        ),
        row_starts(np.array([len(part.rows) for part in rows])),
        np.concatenate([part.rows for part in rows]),
        np.concatenate([part.starts for part in rows]),
        np.concatenate([part.stops for part in rows]),
    )
