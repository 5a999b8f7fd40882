"""Which motifs to use when the user names none: one rule for every graph."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from motifcnn.graph.graph import Graph
from motifcnn.graph.schema import Schema
from motifcnn.motif.catalogue import catalogue
from motifcnn.motif.motif import Motif
from motifcnn.motif.shape import holds_without_target, is_path
from motifcnn.tensor import plan
from motifcnn.tensor.pattern.problem import make_problem
from motifcnn.tensor.sampling.walks import with_walks

_log = logging.getLogger(__name__)

# A path whose tensor would have more entries is left out: an average over nearly everything.
_REACH = 5_000_000


def choose_motifs(
    graph: Graph, target: str, *, max_nodes: int = 3, path_nodes: int = 0, depth: int = 1
) -> tuple[Motif, ...]:
    """Every edge, and every larger motif by type alone that stays connected without its target.

    A motif that falls apart at its target sees no more than its pieces do, and those are motifs of
    their own. Past `max_nodes`, up to `path_nodes`, paths from the target that do not reach nearly
    everything. Networks of several layers also get the edges of the other types, so that each layer
    reaches one step further.

    Examples
    --------
    >>> from motifcnn.datasets import load_dataset
    >>> debian = load_dataset("debian")
    >>> len(choose_motifs(debian, "library", max_nodes=2))
    4
    """
    chosen = edges(graph, target)
    if max_nodes > 2:
        larger = catalogue(graph.schema, target, min_nodes=3, max_nodes=max_nodes, relations="any")
        chosen += [motif for motif in larger if holds_without_target(motif)]
    if path_nodes > max_nodes:
        longer = paths(graph.schema, target, shortest=max_nodes + 1, longest=path_nodes)
        chosen += [path for path in longer if sum(plan(graph, path).nonzeros) <= _REACH]
    if depth > 1:
        for node_type in graph.schema.node_types:
            if node_type != target and graph.schema.of(node_type):
                chosen += catalogue(graph.schema, node_type, max_nodes=2, relations="any")
    return tuple(dict.fromkeys(chosen))


def widespread_motifs(
    graph: Graph, target: str, *, max_nodes: int = 3, path_nodes: int = 4, most: int | None = None
) -> tuple[Motif, ...]:
    """Every edge, closed motifs, and paths from the target, each seen through its far end.

    What stands between is the far end of a shorter path already. `most` keeps the motifs that the
    most targets have, the smaller ones first among equals.
    """
    chosen = edges(graph, target)
    if max_nodes > 2:
        larger = catalogue(graph.schema, target, min_nodes=3, max_nodes=max_nodes, relations="any")
        chosen += [motif for motif in larger if len(motif.edges) >= len(motif.nodes)]
    chosen += paths(graph.schema, target, shortest=3, longest=path_nodes)
    different = tuple(dict.fromkeys(chosen))
    if most is None or len(different) <= most:
        return different
    return _most_widespread(graph, different, most)


def candidate_motifs(
    schema: Schema, target: str, *, max_nodes: int = 3, path_nodes: int = 4
) -> tuple[Motif, ...]:
    """All that automatic selection looks at: edges, larger motifs by type alone, longer paths."""
    found = catalogue(schema, target, max_nodes=2)
    found += catalogue(schema, target, max_nodes=max_nodes, relations="any")
    found += paths(schema, target, shortest=max_nodes + 1, longest=path_nodes)
    return tuple(dict.fromkeys(found))


def edges(graph: Graph, target: str) -> list[Motif]:
    """Edges by relation and direction, without copies that are stored the other way round."""
    found = catalogue(graph.schema, target, max_nodes=2)
    return [motif for motif in found if not _is_stored_reversed(graph, motif)]


def paths(schema: Schema, target: str, *, shortest: int, longest: int) -> list[Motif]:
    """Paths from the target by type alone, each seen through its far end."""
    if longest < shortest:
        return []
    found = catalogue(schema, target, min_nodes=shortest, max_nodes=longest, relations="any")
    return [motif.with_roles("context") for motif in found if is_path(motif)]


def _most_widespread(graph: Graph, motifs: Sequence[Motif], most: int) -> tuple[Motif, ...]:
    targets = {m: int(with_walks(make_problem(graph, m, induced=False)).sum()) for m in motifs}
    kept = set(sorted(motifs, key=lambda motif: (-targets[motif], len(motif.nodes)))[:most])
    _log.warning(
        "%d of %d motifs left out: those kept have instances at %s targets or more; most_motifs=%d",
        len(motifs) - len(kept),
        len(motifs),
        f"{min(targets[motif] for motif in kept):,}",
        most,
    )
    return tuple(motif for motif in motifs if motif in kept)


def _is_stored_reversed(graph: Graph, motif: Motif) -> bool:
    """Whether an earlier relation holds the links of this edge in the other direction."""
    edge = motif.edges[0]
    if edge.relation is None or len(motif.edges) > 1:
        return False
    keys = [r.key for r in graph.schema.relations]
    # A name may stand between other types as well.
    ends = {motif.types[edge.source], motif.types[edge.target]}
    own = next(k for k in keys if k[1] == edge.relation and {k[0], k[2]} == ends)
    matrix = graph.adjacency[own]
    return any(
        (other[2], other[0]) == (own[0], own[2])
        and other[0] != other[2]
        and (matrix != graph.adjacency[other].T).nnz == 0
        for other in keys[: keys.index(own)]
    )
