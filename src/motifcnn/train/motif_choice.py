"""Which motifs to use when the user names none: one rule for every graph."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

from motifcnn.graph.graph import Graph
from motifcnn.motif.catalogue import catalogue
from motifcnn.motif.motif import Motif
from motifcnn.motif.shape import holds_without_target, is_path
from motifcnn.tensor import plan
from motifcnn.tensor.pattern.problem import make_problem
from motifcnn.tensor.sampling.walks import with_walks

_log = logging.getLogger(__name__)

# A path whose tensor would have more entries is left out: an average over nearly everything, and
# slow.
_REACH = 5_000_000


def choose_motifs(
    graph: Graph, target: str, *, max_nodes: int = 3, path_nodes: int = 0, depth: int = 1
) -> tuple[Motif, ...]:
    """Every edge by relation and direction, and every larger motif by type alone that does not fall apart without its target.

    Past `max_nodes`, up to `path_nodes`, paths that begin at the target and do not reach nearly
    everything.

    A motif that falls apart at its target sees no more than its pieces do, and those are motifs of
    their own. Networks with several layers also get the edges of the other types, so that each
    layer reaches one step further.

    Examples
    --------
    >>> import numpy as np
    >>> from motifcnn.graph.schema import Relation, Schema
    >>> schema = Schema(("author", "paper"), (Relation("paper", "by", "author"),))
    >>> graph = Graph(schema, {("paper", "by", "author"): np.eye(2)}, {"author": 2, "paper": 2})
    >>> [str(motif) for motif in choose_motifs(graph, "paper")]
    ['(t:paper)--(c:author)', '(t:paper)--(a:author)--(c:paper)']
    """
    chosen = [
        motif for motif in catalogue(graph.schema, target, max_nodes=2) if _links(graph, motif)
    ]
    if max_nodes > 2:
        larger = catalogue(graph.schema, target, min_nodes=3, max_nodes=max_nodes, relations="any")
        chosen += [motif for motif in larger if holds_without_target(motif)]
    if path_nodes > max_nodes:
        longer = catalogue(
            graph.schema, target, min_nodes=max_nodes + 1, max_nodes=path_nodes, relations="any"
        )
        paths = [motif for motif in longer if is_path(motif) and _reach(graph, motif) <= _REACH]
        # What stands between target and context is the context of a shorter path already.
        chosen += [path.with_roles("context") for path in paths]
    if depth > 1:
        for node_type in graph.schema.node_types:
            if node_type != target and graph.schema.of(node_type):
                chosen += catalogue(graph.schema, node_type, max_nodes=2, relations="any")
    return tuple(dict.fromkeys(chosen))


def wide_motifs(
    graph: Graph, target: str, *, max_nodes: int = 3, path_nodes: int = 4, most: int | None = None
) -> tuple[Motif, ...]:
    """Motifs of the wide form: edges by relation and direction, closed motifs, and paths of up to `path_nodes` nodes.

    A path is seen through its far end alone, as what stands between is the far end of a shorter
    path already; and it may reach nearly everything, as products along it never write a tensor out.

    A schema of many relations allows hundreds of motifs, each with columns of its own. `most` keeps
    those that the most targets have, the smaller ones first where that is the same.

    Examples
    --------
    >>> import numpy as np
    >>> from motifcnn.graph.schema import Relation, Schema
    >>> schema = Schema(("author", "paper"), (Relation("paper", "by", "author"),))
    >>> graph = Graph(schema, {("paper", "by", "author"): np.eye(2)}, {"author": 2, "paper": 2})
    >>> [str(motif) for motif in wide_motifs(graph, "paper", path_nodes=4)]
    ['(t:paper)--(c:author)', '(t:paper)--(a:author)--(c:paper)', '(t:paper)--(a:author)--(p:paper)--(c:author)']
    """
    chosen = [
        motif for motif in catalogue(graph.schema, target, max_nodes=2) if _links(graph, motif)
    ]
    largest = max(max_nodes, path_nodes)
    if largest > 2:
        larger = catalogue(graph.schema, target, min_nodes=3, max_nodes=largest, relations="any")
        chosen += [m for m in larger if len(m.nodes) <= max_nodes and len(m.edges) >= len(m.nodes)]
        chosen += [
            m.with_roles("context") for m in larger if len(m.nodes) <= path_nodes and is_path(m)
        ]
    different = tuple(dict.fromkeys(chosen))
    return (
        different if most is None or len(different) <= most else _widespread(graph, different, most)
    )


def _widespread(graph: Graph, motifs: Sequence[Motif], most: int) -> tuple[Motif, ...]:
    """The `most` motifs that the most targets have, in the order in which they came."""
    targets = {
        motif: int(with_walks(make_problem(graph, motif, induced=False)).sum()) for motif in motifs
    }
    kept = set(sorted(motifs, key=lambda motif: (-targets[motif], len(motif.nodes)))[:most])
    fewest = min(targets[motif] for motif in kept)
    left_out = len(motifs) - len(kept)
    _log.warning(
        "%d of %d motifs left out: those kept begin at %s targets or more; most_motifs is %d",
        left_out,
        len(motifs),
        f"{fewest:,}",
        most,
    )
    return tuple(motif for motif in motifs if motif in kept)


def _links(graph: Graph, motif: Motif) -> bool:
    """Whether the edge is not a copy of one that another relation stores the other way round."""
    edge = motif.edges[0]
    if edge.relation is None or len(motif.edges) > 1:
        return True
    keys = [r.key for r in graph.schema.relations]
    ends = {
        motif.types[edge.source],
        motif.types[edge.target],
    }  # a name may stand between other types as well
    own = next(k for k in keys if k[1] == edge.relation and {k[0], k[2]} == ends)
    matrix = graph.adjacency[own]
    for other in keys[: keys.index(own)]:
        if (
            (other[2], other[0]) == (own[0], own[2])
            and other[0] != other[2]
            and _same_links(matrix, graph.adjacency[other].T)
        ):
            return False
    return True


def _same_links(one: Any, two: Any) -> bool:
    return bool((one != two).nnz == 0)


def _reach(graph: Graph, motif: Motif) -> int:
    """Entries of the tensor, estimated before any counting."""
    return int(sum(plan(graph, motif).nonzeros))
