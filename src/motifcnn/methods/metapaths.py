"""Metapaths: which ones a schema offers a target type, and the links and paths along them."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import partial, reduce
from itertools import pairwise
from operator import matmul
from typing import TypeAlias

import numpy as np
from scipy import sparse
from scipy.sparse.linalg import LinearOperator, aslinearoperator

from motifcnn.errors import MotifError
from motifcnn.graph.graph import Graph
from motifcnn.graph.schema import Schema
from motifcnn.motif.motif import Motif, MotifEdge, MotifNode
from motifcnn.motif.shape import is_path
from motifcnn.tensor.pattern.link_matrices import find_links, link_matrix

Halves: TypeAlias = tuple[sparse.csr_array, sparse.csr_array, sparse.csr_array]

_HALF = 3  # nodes of half a metapath, its middle included: five nodes in all
_log = logging.getLogger(__name__)


def symmetric_metapaths(schema: Schema, target: str) -> tuple[Motif, ...]:
    """Metapaths of at most five nodes that read the same from both ends, the target type.

    There is one for every shortest way from the target type to another type and back. Where the
    type in the middle has relations within itself, one more crosses such a link there. An edge
    stands for any relation in any direction.

    Examples
    --------
    >>> import motifcnn as mc
    >>> for motif in symmetric_metapaths(mc.load_dataset("debian").schema, "maintainer"):
    ...     print(motif)
    (t:maintainer)--(a:package)--(c:maintainer)
    (t:maintainer)--(a:package)--(b:package)--(c:maintainer)
    (t:maintainer)--(a:package)--(b:library)--(d:package)--(c:maintainer)
    (t:maintainer)--(a:package)--(b:tag)--(d:package)--(c:maintainer)
    """
    halves: list[tuple[str, ...]] = [(target,)]
    found: list[tuple[str, ...]] = []
    seen = {target}
    while halves:
        for half in halves:
            if len(half) > 1:
                found.append((*half, *half[-2::-1]))
            if len(half) < _HALF and schema.between(half[-1], half[-1]):
                found.append((*half, *half[::-1]))
        halves = [
            (*half, t)
            for half in halves
            for t in schema.node_types
            if len(half) < _HALF and t not in seen and schema.between(half[-1], t)
        ]
        seen |= {half[-1] for half in halves}
    if not found:
        raise MotifError(
            f"no metapath leads from {target} back to {target}: the schema links that type to "
            "nothing; choose a method that does without links, such as logistic"
        )
    return tuple(map(_path, sorted(found, key=lambda types: (len(types), types))))


def path_order(motif: Motif) -> list[int]:
    """The nodes of a metapath from its target to its context.

    Raises
    ------
    MotifError
        If the motif is not a path from its target to a context of the same type.
    """
    order = [motif.target]
    while is_path(motif) and len(order) < len(motif.nodes):
        order.append((motif.neighbours(order[-1]) - set(order)).pop())
    if order[-1] != motif.context or motif.types[motif.context] != motif.target_type:
        raise MotifError(
            f'"{motif}" is no metapath: it must be a path from the target to a context of the '
            f"same type, such as (t:{motif.target_type})--(a:...)--(c:{motif.target_type})"
        )
    return order


def links_along(graph: Graph, motif: Motif) -> list[sparse.csr_array]:
    """The boolean link matrices along a metapath, from (n_target, .) to (., n_target)."""
    order = path_order(motif)
    present, _ = find_links(graph, motif, induced=False)
    return [link_matrix(graph, present[a, b]) for a, b in pairwise(order)]


def halves(links: Sequence[sparse.csr_array]) -> Halves:
    """The chain of links, from (n, .) to (., n), as L and R with L R the chain, and diag(L R)."""
    chain = [sparse.csr_array(link, dtype=np.float64) for link in links]
    middle, end = (len(chain) + 1) // 2, sparse.eye_array(chain[-1].shape[1], format="csr")
    left = sparse.csr_array(reduce(matmul, chain[:middle]))
    right = sparse.csr_array(reduce(matmul, chain[middle:] or [end]))
    return left, right, sparse.diags_array(left.multiply(right.T).sum(axis=1), format="csr")


def path_counts(parts: Halves) -> LinearOperator:
    """S = L R - diag(L R), how many paths lead from one target to another; never multiplied out.

    Examples
    --------
    >>> by = sparse.csr_array(np.array([[1, 1], [1, 0], [0, 1]]))
    >>> path_counts(halves([by, by.T])) @ np.eye(3)
    array([[0., 1., 1.],
           [1., 0., 0.],
           [1., 0., 0.]])
    """
    left, right, loops = map(aslinearoperator, parts)
    return left @ right - loops


def paths_along(
    graph: Graph, motifs: Sequence[Motif], target: str, max_entries: int
) -> list[LinearOperator]:
    """The path counts, (n, n), of each metapath of the target type, kept with the graph.

    A metapath whose halves could hold more than `max_entries` entries is left out, and a warning in
    the log says so.
    """
    found = [
        graph.cache.get(
            ("paths", motif, max_entries), partial(_halves_within, graph, motif, max_entries)
        )
        for motif in motifs
        if motif.target_type == target
    ]
    return [path_counts(parts) for parts in found if parts is not None]


def _halves_within(graph: Graph, motif: Motif, max_entries: int) -> Halves | None:
    links = links_along(graph, motif)
    if (bound := entries_at_most(links)) <= max_entries:
        return halves(links)
    _log.warning(
        f"metapath {motif} left out: up to {bound:,} entries, max_entries is {max_entries:,}"
    )
    return None


def entries_at_most(links: Sequence[sparse.csr_array]) -> int:
    """Upper bound on what the two halves of such a chain hold, before any product."""
    middle = (len(links) + 1) // 2
    return sum(_bound(half) for half in (links[:middle], links[middle:]) if half)


def _bound(chain: Sequence[sparse.csr_array]) -> int:
    """Walks along the chain, and no more than the product has places."""
    walks = np.ones(chain[-1].shape[1])
    for link in reversed(chain):
        walks = link.astype(np.float64) @ walks
    return int(min(walks.sum(), chain[0].shape[0] * chain[-1].shape[1]))


def _path(types: Sequence[str]) -> Motif:
    names = ["t", *"abde"[: len(types) - 2], "c"]
    return Motif(
        tuple(map(MotifNode, names, types)),
        tuple(MotifEdge(i, i + 1) for i in range(len(types) - 1)),
    )
