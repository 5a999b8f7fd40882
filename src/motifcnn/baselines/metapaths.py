"""Metapaths: which ones a schema offers a target type, and the links along them."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from itertools import pairwise

from scipy import sparse

from motifcnn.baselines.paths import Paths, entries_at_most, paths
from motifcnn.errors import MotifError
from motifcnn.graph.graph import Graph
from motifcnn.graph.schema import Schema
from motifcnn.motif.motif import Motif, MotifEdge, MotifNode
from motifcnn.tensor.pattern.link_matrices import find_links, link_matrix

_HALF = 3  # nodes of half a metapath, its middle included: five nodes in all
_log = logging.getLogger(__name__)


def symmetric_metapaths(schema: Schema, target: str) -> tuple[Motif, ...]:
    """Metapaths from the target type to itself that read the same from both ends, of at most five nodes.

    One for every shortest way from the target type to another type and back; where the type at the
    turn has relations within itself, one more that turns over such a link. Relations and directions
    are not told apart.

    Examples
    --------
    >>> from motifcnn.graph.schema import Relation
    >>> cites, by, at = Relation("paper", "cites", "paper"), Relation("paper", "by", "author"), Relation("paper", "at", "venue")
    >>> for motif in symmetric_metapaths(Schema(("author", "paper", "venue"), (cites, by, at)), "author"):
    ...     print(motif)
    (t:author)--(a:paper)--(c:author)
    (t:author)--(a:paper)--(b:paper)--(c:author)
    (t:author)--(a:paper)--(b:venue)--(d:paper)--(c:author)
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
            f"no metapath leads from {target} back to {target}: the schema links that type to nothing; "
            "choose a model that does without links, such as logistic"
        )
    return tuple(map(_path, sorted(found, key=lambda types: (len(types), types))))


def path_order(motif: Motif) -> list[int]:
    """The nodes of a metapath from its target to its context.

    Raises
    ------
    MotifError
        If the motif is no path from its target to a context of the same type.
    """
    order = _order(motif)
    if order is None or motif.types[motif.context] != motif.target_type:
        raise MotifError(
            f'"{motif}" is no metapath: it must be a path from the target to a context of the same type, '
            f"such as (t:{motif.target_type})--(a:...)--(c:{motif.target_type})"
        )
    return order


def links_along(graph: Graph, motif: Motif) -> list[sparse.csr_array]:
    """The link matrices along a metapath, from the target to the context: boolean CSR, the first (n_target, .)."""
    order = path_order(motif)
    present, _ = find_links(graph, motif, induced=False)
    return [link_matrix(graph, present[a, b]) for a, b in pairwise(order)]


def paths_along(
    graph: Graph, motifs: Sequence[Motif], target: str, max_entries: int
) -> list[Paths]:
    """The paths of each metapath of the target type; one whose halves could hold more than `max_entries` entries is left out.

    A warning in the log says so.
    """
    found = []
    for motif in motifs:
        if motif.target_type != target:
            continue
        links = links_along(graph, motif)
        if (bound := entries_at_most(links)) > max_entries:
            _log.warning(
                "metapath %s left out: up to %s entries, max_entries is %s",
                motif,
                f"{bound:,}",
                f"{max_entries:,}",
            )
        else:
            found.append(paths(links))
    return found


def _order(motif: Motif) -> list[int] | None:
    """Nodes from target to context, if the motif is a path between them."""
    if len(motif.edges) != len(motif.nodes) - 1:
        return None
    order = [motif.target]
    while len(order) < len(motif.nodes):
        ahead = motif.neighbours(order[-1]) - set(order)
        if len(ahead) != 1:
            return None
        order.append(ahead.pop())
    return order if order[-1] == motif.context else None


def _path(types: Sequence[str]) -> Motif:
    names = ["t", *"abde"[: len(types) - 2], "c"]
    return Motif(
        tuple(map(MotifNode, names, types)),
        tuple(MotifEdge(i, i + 1) for i in range(len(types) - 1)),
    )
