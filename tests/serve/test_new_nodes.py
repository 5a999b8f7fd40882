from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from motifcnn.errors import GraphError
from motifcnn.graph import Graph
from motifcnn.graph.extend import extended
from motifcnn.serve.new_nodes import graph_of_new
from motifcnn.serve.requests import NewNodes

WORDS = {"3": 1.0}


def made(graph: Graph, nodes: dict[str, Any], links: dict[str, Any] | None = None) -> Graph:
    return graph_of_new(NewNodes.model_validate({"nodes": nodes, "links": links or {}}), graph)


def test_the_extended_graph_has_the_nodes_and_links_and_nothing_else_changes(
    papers: Graph,
) -> None:
    new = made(
        papers,
        {"paper": [{"id": 500, "name": "new", "features": WORDS}], "author": [{"id": 900}]},
        {"by": [[500, 900], [500, 3], [101, 900]], "(paper)-[:at]->(venue)": [["500", "2"]]},
    )
    both = extended(papers, new)
    assert both.counts == {"author": 31, "paper": 61, "venue": 9}
    paper, author = both.ids["paper"].tolist(), both.ids["author"].tolist()
    by = both.adjacency["paper", "by", "author"].toarray()
    expected = np.zeros((61, 31), bool)
    expected[:60, :30] = papers.adjacency["paper", "by", "author"].toarray()
    for source, target in ((500, 900), (500, 3), (101, 900)):
        expected[paper.index(source), author.index(target)] = True
    assert (by == expected).all()
    assert both.adjacency["paper", "at", "venue"][[60]].indices.tolist() == [2]
    assert both.features["paper"][60].nonzero()[0].tolist() == [3]
    assert (both.features["paper"][:60] == papers.features["paper"]).all()
    assert both.names["paper"][60] == "new"
    assert (both.names["paper"][:60] == papers.names["paper"]).all()


@pytest.mark.parametrize(
    ("nodes", "links", "message"),
    [
        ({"papre": []}, {}, "nodes: 'papre' is not a type of the graph"),
        ({"paper": [{"id": "x", "features": WORDS}]}, {}, "'x' is not an integer"),
        ({"paper": [{"id": 100, "features": WORDS}]}, {}, "100 is known already"),
        ({"paper": [{"id": 500, "features": WORDS}] * 2}, {}, "an id is given twice"),
        ({"paper": [{"id": 500}]}, {}, "new paper 500: no features; give the 30 numbers"),
        ({"paper": [{"id": 500, "features": {"30": 1}}]}, {}, "'30' is no feature column"),
        ({"paper": [{"id": 500, "features": {"-1": 1}}]}, {}, "'-1' is no feature column"),
        ({}, {"written": [[100, 1]]}, "'written' is not a relation of the graph"),
        ({}, {"by": [[100, 77]]}, "77 is neither a known nor a new node of type author"),
        (
            {"paper": [{"id": 500, "features": WORDS, "columns": {"year": 1}}]},
            {},
            "'year' is not a column of type paper",
        ),
    ],
)
def test_what_does_not_fit_the_graph_is_an_error(
    papers: Graph, nodes: dict[str, Any], links: dict[str, Any], message: str
) -> None:
    with pytest.raises(GraphError) as error:
        made(papers, nodes, links)
    assert message in str(error.value)


def test_ids_that_are_texts_stay_texts(papers: Graph) -> None:
    ids = np.array([f"p{i:02}" for i in range(60)], dtype=object)
    graph = replace(papers, ids={**papers.ids, "paper": ids})
    new = made(graph, {"paper": [{"id": 7, "features": WORDS}]}, {"by": [["p03", 1]]})
    assert new.ids["paper"].tolist() == ["7", "p03"]
