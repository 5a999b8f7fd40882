"""Random motifs whose names are any text."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from motifcnn.motif import Motif, MotifNode
from tests.strategies import motifs, schemas

NAMES = st.one_of(
    st.sampled_from(
        ("package-maintainer", "a--b", "-", "`", "research paper", "0", "a.b", ":", "名前")
    ),
    st.text(min_size=1),
)


@st.composite
def motifs_with_any_names(draw: st.DrawFn, max_nodes: int = 6) -> Motif:
    """A random motif; names of nodes, types and relations are arbitrary text."""
    motif = draw(motifs(draw(schemas()), max_nodes))
    names = draw(st.lists(NAMES, min_size=len(motif.nodes), max_size=len(motif.nodes), unique=True))
    types = {t: draw(NAMES) for t in dict.fromkeys(motif.types)}
    relations = {edge.relation: draw(NAMES) for edge in motif.edges if edge.relation is not None}
    nodes = tuple(
        MotifNode(name, types[node.node_type])
        for name, node in zip(names, motif.nodes, strict=True)
    )
    edges = tuple(
        replace(edge, relation=relations.get(edge.relation)) if edge.relation else edge
        for edge in motif.edges
    )
    return Motif(nodes, edges, motif.target, motif.context, motif.role_rule)
