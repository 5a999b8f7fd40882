"""Attributes of a networkx graph are columns, whoever made the graph."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import networkx as nx
import numpy as np
import pytest

from motifcnn.graph import Graph, Relation, Schema, from_networkx, to_networkx
from motifcnn.graph.columns import LinkTable
from motifcnn.graph.left_out import LeftOut

LIKE = Relation("film", "like", "film", directed=False)


def films() -> Graph:
    """Two films that are linked, with two rows about the link, one against the order of ids."""
    return Graph(
        Schema(("film",), (LIKE,)),
        {LIKE.key: np.array([[0, 1], [0, 0]])},
        {"film": 2},
        columns={"film": {"year": np.array([1984, 1999], np.int16), "id": ["x", None]}},
        link_columns={LIKE.key: LinkTable([1, 0], [0, 1], {"stars": [4.0, 5.0]})},
    )


def test_attributes_of_a_foreign_graph_become_columns() -> None:
    club = from_networkx(nx.karate_club_graph())
    assert set(club.columns["node"]["club"].tolist()) == {"Mr. Hi", "Officer"}
    table = club.link_columns["node", "edge", "node"]
    expected = nx.karate_club_graph()
    assert table.columns["weight"].tolist() == [
        expected.edges[edge]["weight"]
        for edge in zip(table.source.tolist(), table.target.tolist(), strict=True)
    ]


def test_a_missing_attribute_is_a_gap() -> None:
    graph = nx.DiGraph([(0, 1, {"when": datetime(2020, 1, 2)}), (1, 0, {})])
    graph.nodes[1]["tags"] = ["a", "b"]
    found = from_networkx(graph)
    assert found.columns["node"]["tags"].tolist() == [None, ("a", "b")]
    times = found.link_columns["node", "edge", "node"].columns["when"]
    assert times.dtype == "datetime64[us]"
    assert np.isnat(times).tolist() == [False, True]


def test_columns_are_attributes_under_their_names() -> None:
    made = to_networkx(films())
    assert made.nodes[0]["year"] == 1984
    assert (made.nodes[0]["id"], made.nodes[0]["_id"]) == (0, "x"), "the name is taken"
    assert sorted(link["stars"] for link in made[0][1].values()) == [4, 5]
    assert nx.shortest_path_length(made, 0, 1, weight="stars") == 4


def test_attributes_that_were_added_or_changed_since_are_read() -> None:
    made = to_networkx(films())
    nx.set_node_attributes(made, nx.degree_centrality(made), "centrality")
    made.nodes[0]["year"] = 1984.5
    columns = from_networkx(made).columns["film"]
    assert columns["centrality"].tolist() == [2, 2]
    assert columns["year"].tolist() == [1984.5, 1999]
    made.add_edge(0, 0, relation="like", stars=1.0)
    table = from_networkx(made).link_columns[LIKE.key]
    assert table.columns["stars"].tolist() == [4, 5, 1]


def test_what_no_graph_keeps_is_named_in_one_warning() -> None:
    graph = nx.Graph()
    graph.add_edge(0, 1, path=Path("a"))
    graph.nodes[0]["odd"] = {}
    with pytest.warns(LeftOut, match="attribute 'odd' of node, attribute 'path' of edge") as caught:
        from_networkx(graph)
    assert len(caught) == 1
