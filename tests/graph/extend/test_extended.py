"""The union of two graphs: a graph taken apart and put together again is the same graph."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from motifcnn.errors import GraphError
from motifcnn.graph import extended
from motifcnn.graph.columns import LinkTable
from motifcnn.graph.graph import Graph
from motifcnn.graph.labels import Split
from motifcnn.graph.schema import Relation, Schema
from motifcnn.graph.subgraph import only_nodes, with_neighbours, without_nodes
from tests.small_graphs import SCHEMA, bibliography

BY = ("paper", "by", "author")


def library() -> Graph:
    """A bibliography whose ids are not its rows, with columns of nodes and links."""
    graph = bibliography(60, names=True)
    source, target = graph.adjacency[BY].nonzero()
    order = np.random.default_rng(0).permutation(60)
    return replace(
        graph,
        ids={t: 10 + 3 * np.arange(n) for t, n in graph.counts.items()},
        columns={"paper": {"pages": np.arange(60), "topic": [f"topic {i}" for i in range(60)]}},
        link_columns={BY: LinkTable(source, target, {"share": source / (1 + target)})},
        splits={"public": Split("paper", order[:20], order[20:30], order[30:])},
    )


@pytest.mark.parametrize("node_type", ["paper", "author", "venue"])
def test_what_was_taken_out_and_is_given_again_makes_the_whole_graph(node_type: str) -> None:
    graph = library()
    gone = np.arange(0, graph.counts[node_type], 4)
    rest = without_nodes(graph, node_type, gone)
    both = extended(rest, with_neighbours(graph, node_type, gone))
    left = rest.splits["public"]
    # Splits are those of what was known, and rows of links stand in another order.
    moved = {
        part: np.searchsorted(both.ids["paper"], rest.ids["paper"][getattr(left, part)])
        for part in ("train", "val", "test")
    }
    assert both.splits["public"] == Split("paper", **moved)
    table, expected = both.link_columns[BY], graph.link_columns[BY]
    at = np.lexsort((table.target, table.source))
    assert np.array_equal(table.source[at], expected.source)
    assert np.array_equal(table.columns["share"][at], expected.columns["share"])
    plain = {"splits": {}, "link_columns": {}}
    assert replace(both, **plain) == replace(graph, **plain)


def test_a_graph_extended_by_its_own_part_is_itself() -> None:
    graph = library()
    assert extended(graph, graph) == graph
    assert extended(graph, only_nodes(graph, {"paper": [3, 4], "author": []})) == graph


def test_types_and_relations_that_new_tables_do_not_have_are_empty() -> None:
    graph = library()
    relation = Relation("paper", "at", "venue")
    new = Graph(
        Schema(("venue", "paper"), (relation,)),
        {relation.key: np.array([[1]])},
        {"paper": 1, "venue": 1},
        ids={"paper": np.array([11]), "venue": np.array([13])},
        features={"paper": np.ones((1, 30))},
    )
    both = extended(graph, new)
    assert both.schema == graph.schema
    assert both.counts == graph.counts | {"paper": 61}
    assert both.ids["paper"][:3].tolist() == [10, 11, 13]
    assert both.adjacency["paper", "at", "venue"][[1]].toarray().nonzero()[1].tolist() == [1]
    assert both.adjacency[BY][[1]].nnz == 0
    assert both.names["paper"][1] == ""
    assert both.columns["paper"]["topic"][1] is None


def test_an_undirected_relation_stays_so() -> None:
    knows = Relation("user", "knows", "user", directed=False)
    schema = Schema(("user",), (knows,))
    one = Graph(schema, {knows.key: np.array([[0, 1], [0, 0]])}, {"user": 2})
    two = replace(one, ids={"user": np.array([1, 2])})
    links = extended(one, two).adjacency[knows.key].toarray().astype(int)
    assert links.tolist() == [[0, 1, 0], [1, 0, 1], [0, 1, 0]]


def test_what_the_schema_does_not_have_is_named() -> None:
    graph = bibliography()
    strange = Graph(Schema(("papre",), ()), {}, {"papre": 1})
    with pytest.raises(GraphError, match=r"type 'papre' is not in .*did you mean \"paper\""):
        extended(graph, strange)
    cites = Relation("paper", "cites", "paper")
    other = Graph(Schema(("paper",), (cites,)), {cites.key: np.zeros((1, 1))}, {"paper": 1})
    with pytest.raises(GraphError, match=r"relation \(paper\)-\[:cites\]->\(paper\) is not in"):
        extended(graph, other)
    by = replace(SCHEMA.relations[0], source="paper", target="author")
    loose = replace(by, name="likes", target="paper", directed=False)
    strict = replace(loose, directed=True)
    one, two = (
        Graph(Schema(("paper",), (r,)), {r.key: np.zeros((1, 1))}, {"paper": 1})
        for r in (loose, strict)
    )
    with pytest.raises(GraphError, match="is directed, in the graph to extend it is undirected"):
        extended(one, two)
