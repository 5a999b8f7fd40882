from __future__ import annotations

import networkx as nx
import pytest

from motifcnn.errors import GraphError
from motifcnn.graph import Relation, from_networkx, to_networkx
from tests.graph.folders import GRAPHS


@pytest.mark.parametrize("make", GRAPHS.values(), ids=GRAPHS)
def test_networkx_round_trip(make: type) -> None:
    assert from_networkx(to_networkx(make())) == make()


def test_networkx_graphs_of_each_kind() -> None:
    assert not from_networkx(nx.cycle_graph(4)).schema.relations[0].directed
    directed = from_networkx(nx.DiGraph([("x", "y"), ("z", "y")]))
    assert directed.ids["node"].tolist() == ["x", "y", "z"]
    assert directed.adjacency["node", "edge", "node"].toarray().astype(int).tolist() == [
        [0, 1, 0],
        [0, 0, 0],
        [0, 1, 0],
    ]
    typed = nx.MultiDiGraph()
    typed.add_node(1, type="paper", label="db", x=[1.0, 0.0])
    typed.add_node(2, type="paper", x=[0.0, 3.0])
    typed.add_node("ada", type="author")
    typed.add_edge(1, "ada", relation="by")
    typed.add_edge(1, 2, relation="cites")
    typed.add_edge(1, 2, relation="cites")
    graph = from_networkx(typed)
    assert [r.key for r in graph.schema.relations] == [
        ("paper", "by", "author"),
        ("paper", "cites", "paper"),
    ]
    assert graph.num_edges() == 2
    assert graph.features["paper"].tolist() == [[1, 0], [0, 3]]
    assert graph.labels["paper"].classes == ("db",)


def test_an_undirected_networkx_link_between_types_points_from_the_first_type() -> None:
    mixed = nx.Graph()
    mixed.add_node("p", type="paper")
    mixed.add_node("a", type="author")
    mixed.add_edge("a", "p", relation="by")
    assert from_networkx(mixed).schema.relations == (Relation("paper", "by", "author"),)


def test_networkx_to_and_from_keeps_an_undirected_graph_undirected() -> None:
    graph = from_networkx(nx.karate_club_graph())
    made = to_networkx(graph)
    assert not made.is_directed()
    assert made.number_of_edges() == graph.num_edges() == 78


def test_networkx_nodes_without_features_among_others_are_named() -> None:
    half = nx.Graph()
    half.add_node("a", x=[1.0])
    half.add_node("b")
    with pytest.raises(GraphError, match="node 'b' of type node has no 'x'"):
        from_networkx(half)


def test_one_list_of_classes_is_that_of_every_type() -> None:
    typed = nx.Graph(classes=["x", "y", "z"])
    typed.add_node(1, type="a", label="z")
    typed.add_node(2, type="b", label="y")
    graph = from_networkx(typed)
    assert graph.labels["a"].classes == graph.labels["b"].classes == ("x", "y", "z")
    assert (graph.labels["a"].y.tolist(), graph.labels["b"].y.tolist()) == ([2], [1])


@pytest.mark.parametrize("given", [None, {1: 2}])
def test_what_is_no_networkx_graph_is_said(given: object) -> None:
    with pytest.raises(
        GraphError, match=r"from_networkx: expected a networkx graph, got (NoneType|dict)"
    ):
        from_networkx(given)
