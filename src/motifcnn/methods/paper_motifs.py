"""The motif sets of the paper: what ``motifs="paper"`` means on a graph.

The authors' own run on DBLP-P has four motifs, which are here as they are. For the other graphs the
papers say "all relevant 3-node motifs", typically fewer than five, and name none; those sets are
inferred: shared neighbours of the target type, and what an author's papers lead to.
"""

from __future__ import annotations

from motifcnn.graph.schema import Schema
from motifcnn.motif.motif import Motif
from motifcnn.nn.settings import ConfigError

_CITATIONS = ("(t:paper)-->(c:paper)", "(t:paper)<--(c:paper)")
_CO_AUTHORED = "(t:paper)--(a:author)--(c:paper)"
_AUTHOR_VENUE = "(t:author)--(p:paper)--(c:venue)"
SETS: dict[tuple[frozenset[str], str], tuple[str, ...]] = {
    (frozenset({"author", "paper", "venue"}), "paper"): (
        _CO_AUTHORED,
        *_CITATIONS,
        _AUTHOR_VENUE,
    ),
    # Inferred. Papers have the motifs that they have in the authors' set.
    (frozenset({"author", "paper", "venue"}), "author"): (
        _AUTHOR_VENUE,
        "(t:author)--(p:paper)--(c:author)",
        _CO_AUTHORED,
        *_CITATIONS,
    ),
    # Inferred.
    (frozenset({"actor", "movie", "tag", "user"}), "movie"): tuple(
        f"(t:movie)--(a:{other})--(c:movie)" for other in ("actor", "tag", "user")
    ),
}
"""Patterns by the schema's node types and the type to classify."""


def paper_motifs(schema: Schema, target: str) -> tuple[Motif, ...]:
    """The paper's motifs for graphs with these types; on graphs of one type, triangle and edge.

    Examples
    --------
    >>> from motifcnn.graph.schema import Relation
    >>> schema = Schema(("user",), (Relation("user", "knows", "user", directed=False),))
    >>> for motif in paper_motifs(schema, "user"):
    ...     print(motif)
    (t:user)--(a:user)--(c:user), (t)--(c)
    (t:user)--(c:user)
    """
    if schema.node_types == (target,):
        patterns: tuple[str, ...] = (
            f"(t:{target})--(a:{target})--(c:{target}), (t)--(c)",
            f"(t:{target})--(c:{target})",
        )
    else:
        key = frozenset(schema.node_types), target
        if key not in SETS:
            known = "; ".join(f"{', '.join(sorted(types))} (target {t})" for types, t in SETS)
            raise ConfigError(
                f'motifs="paper": the paper has no motifs for target {target} among the types '
                f"{', '.join(schema.node_types)}. It has them for graphs of one type and for: "
                f"{known}. Name motifs, or leave them out to have them chosen."
            )
        patterns = SETS[key]
    links = {(r.source, r.target) for r in schema.relations}
    found = [Motif.parse(pattern) for pattern in patterns]
    # Some of the graphs have no citations.
    return tuple(
        motif
        for motif in found
        if all(
            {(a, b), (b, a)} & links
            for edge in motif.edges
            for a, b in [(motif.types[edge.source], motif.types[edge.target])]
        )
    )
