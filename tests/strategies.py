"""Random small typed graphs and motifs that fit their schema."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from motifcnn.graph.graph import Graph
from motifcnn.graph.schema import Relation, Schema
from motifcnn.motif.check import check
from motifcnn.motif.motif import Motif, MotifEdge, MotifNode

TYPES = ("a", "b", "c")


@st.composite
def schemas(draw: st.DrawFn) -> Schema:
    """One to three types and one to four relations of every kind, also several per type pair."""
    types = TYPES[: draw(st.integers(1, 3))]
    relations = {}
    for number in range(draw(st.integers(1, 4))):
        source, target = draw(st.sampled_from(types)), draw(st.sampled_from(types))
        directed = source != target or draw(st.booleans())
        relations[f"r{number}"] = Relation(source, f"r{number}", target, directed)
    return Schema(types, tuple(relations.values()))


@st.composite
def typed_graphs(draw: st.DrawFn, schema: Schema | None = None, max_nodes: int = 9) -> Graph:
    """A random graph; self-loops, isolated nodes and empty types occur."""
    schema = draw(schemas()) if schema is None else schema
    largest = max_nodes // len(schema.node_types)
    counts = {t: draw(st.integers(0, largest)) for t in schema.node_types}
    counts[schema.node_types[0]] = max(1, counts[schema.node_types[0]])
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    density = draw(st.sampled_from((0.15, 0.4, 0.8)))
    adjacency = {
        r.key: rng.random((counts[r.source], counts[r.target])) < density for r in schema.relations
    }
    return Graph(schema, adjacency, counts)


@st.composite
def motifs(draw: st.DrawFn, schema: Schema, max_nodes: int = 5) -> Motif:
    """A random connected motif that the schema allows, grown edge by edge from its first node."""
    first = draw(st.sampled_from([t for t in schema.node_types if schema.of(t)]))
    types, edges = [first], []
    for _ in range(draw(st.integers(1, max_nodes - 1))):
        anchor = draw(st.integers(0, len(types) - 1).filter(lambda i: schema.of(types[i])))
        options = [t for t in schema.node_types if schema.between(types[anchor], t)]
        types.append(draw(st.sampled_from(options)))
        edges.append(draw(_edges(schema, types, anchor, len(types) - 1)))
    for _ in range(draw(st.integers(0, 3))):
        a, b = draw(st.integers(0, len(types) - 1)), draw(st.integers(0, len(types) - 1))
        if a != b and schema.between(types[a], types[b]):
            edges.append(draw(_edges(schema, types, a, b)))
    target = draw(st.integers(0, len(types) - 1))
    context = draw(st.integers(0, len(types) - 1).filter(lambda i: i != target))
    rule = draw(st.sampled_from(("orbit", "orbit", "swap", "context", "none")))
    motif = Motif(
        tuple(MotifNode(f"n{i}", t) for i, t in enumerate(types)),
        tuple(edges),
        target,
        context,
        rule,
    )
    check(motif, schema)
    return motif


@st.composite
def _edges(draw: st.DrawFn, schema: Schema, types: list[str], a: int, b: int) -> MotifEdge:
    relation, forward = draw(st.sampled_from(schema.between(types[a], types[b])))
    directed = relation.directed and draw(st.booleans())
    source, target = (a, b) if forward else (b, a)
    return MotifEdge(source, target, draw(st.sampled_from((None, relation.name))), directed)


@st.composite
def graphs_with_motifs(
    draw: st.DrawFn, max_nodes: int = 9, motif_nodes: int = 5
) -> tuple[Graph, Motif]:
    """A graph and a motif that its schema allows."""
    schema = draw(schemas())
    return draw(typed_graphs(schema, max_nodes)), draw(motifs(schema, motif_nodes))
