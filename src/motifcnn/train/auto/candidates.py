"""Candidates: every motif that the selection looks at."""

from __future__ import annotations

from motifcnn.graph.schema import Schema
from motifcnn.motif.catalogue import catalogue
from motifcnn.motif.motif import Motif
from motifcnn.motif.shape import is_path


def candidates(
    schema: Schema, target: str, *, max_nodes: int = 3, path_nodes: int = 4
) -> tuple[Motif, ...]:
    """Edges by relation and direction, every motif of up to `max_nodes` nodes by type alone, and longer paths from the target.

    A path past `max_nodes` is seen through its far end alone, as what stands between is the far end
    of a shorter path already.

    Examples
    --------
    >>> from motifcnn.graph.schema import Relation
    >>> schema = Schema(("author", "paper"), (Relation("paper", "by", "author"),))
    >>> for motif in candidates(schema, "paper"):
    ...     print(motif)
    (t:paper)--(c:author)
    (t:paper)--(a:author), (t)--(c:author)
    (t:paper)--(a:author)--(c:paper)
    (t:paper)--(a:author)--(p:paper)--(c:author)
    """
    found = catalogue(schema, target, max_nodes=2) + catalogue(
        schema, target, max_nodes=max_nodes, relations="any"
    )
    if path_nodes > max_nodes:
        longer = catalogue(
            schema, target, min_nodes=max_nodes + 1, max_nodes=path_nodes, relations="any"
        )
        found += [motif.with_roles("context") for motif in longer if is_path(motif)]
    return tuple(dict.fromkeys(found))
