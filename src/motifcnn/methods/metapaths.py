"""Metapaths: which ones a schema offers a target type, and the links and paths along them."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import partial
from itertools import pairwise

from scipy import sparse

from motifcnn.errors import MotifError
from motifcnn.graph.graph import Graph
from motifcnn.graph.schema import Schema
from motifcnn.methods.paths import Paths, entries_at_most, paths
from motifcnn.motif.motif import Motif, MotifEdge, MotifNode
from motifcnn.motif.shape import is_path
from motifcnn.tensor.pattern.link_matrices import find_links, link_matrix

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


def paths_along(
    graph: Graph, motifs: Sequence[Motif], target: str, max_entries: int
) -> list[Paths]:
    """The paths of each metapath of the target type, kept with the graph.

    A metapath whose halves could hold more than `max_entries` entries is left out, and a warning in
    the log says so.
    """
    found = [
        graph.cache.get(
            ("paths", motif, max_entries), partial(_paths_within, graph, motif, max_entries)
        )
        for motif in motifs
        if motif.target_type == target
    ]
    return [ways for ways in found if ways is not None]


def _paths_within(graph: Graph, motif: Motif, max_entries: int) -> Paths | None:
    links = links_along(graph, motif)
    if (bound := entries_at_most(links)) <= max_entries:
        return paths(links)
    _log.warning(
        f"metapath {motif} left out: up to {bound:,} entries, max_entries is {max_entries:,}"
    )
    return None


def _path(types: Sequence[str]) -> Motif:
    names = ["t", *"abde"[: len(types) - 2], "c"]
    return Motif(
        tuple(map(MotifNode, names, types)),
        tuple(MotifEdge(i, i + 1) for i in range(len(types) - 1)),
    )
