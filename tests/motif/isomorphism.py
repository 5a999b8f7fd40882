"""Motifs as networkx graphs, to decide by another way whether two are the same."""

from __future__ import annotations

import networkx as nx

from motifcnn.motif import Motif


def as_networkx(motif: Motif, *, with_context: bool = True) -> nx.DiGraph:
    """A node per motif node and per link, so that links may be parallel, named, directed or not."""
    graph = nx.DiGraph()
    for index, node in enumerate(motif.nodes):
        graph.add_node(
            index,
            look=(node.node_type, index == motif.target, with_context and index == motif.context),
        )
    for number, edge in enumerate(motif.edges):
        graph.add_node(("link", number), look=(edge.relation, edge.directed))
        graph.add_edge(edge.source, ("link", number))
        graph.add_edge(("link", number), edge.target)
        if not edge.directed:
            graph.add_edge(edge.target, ("link", number))
            graph.add_edge(("link", number), edge.source)
    return graph


def same(a: nx.DiGraph, b: nx.DiGraph) -> bool:
    """Whether two such graphs are isomorphic, looks included."""
    return bool(nx.is_isomorphic(a, b, node_match=lambda x, y: x["look"] == y["look"]))
