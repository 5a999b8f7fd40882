"""Subgraphs keep what is known about their nodes, row by row, and the links between them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from motifcnn.errors import GraphError
from motifcnn.graph.columns import LinkTable
from motifcnn.graph.graph import Graph
from motifcnn.graph.labels import Split
from motifcnn.graph.subgraph import only_nodes, with_neighbours, without_nodes
from tests.small_graphs import bibliography

BY = ("paper", "by", "author")


def library() -> Graph:
    """A bibliography whose ids are not its rows, with columns, a split and columns of links."""
    graph = bibliography(40, names=True)
    source, target = graph.adjacency[BY].nonzero()
    order = np.random.default_rng(0).permutation(40)
    return replace(
        graph,
        ids={t: 100 + 3 * np.arange(n) for t, n in graph.counts.items()},
        columns={"paper": {"pages": np.arange(40.0)}},
        link_columns={BY: LinkTable(source, target, {"place": source * 1000 + target})},
        splits={"public": Split("paper", order[:20], order[20:30], order[30:])},
    )


def linked(graph: Graph) -> set[tuple[str, int, int]]:
    """Every link by the ids of its ends."""
    found = set()
    for (s, name, t), matrix in graph.adjacency.items():
        for i, j in zip(*matrix.nonzero(), strict=True):
            found.add((name, int(graph.ids[s][i]), int(graph.ids[t][j])))
    return found


def test_what_goes_takes_its_links_with_it_and_all_else_stays() -> None:
    graph = library()
    gone = [3, 4, 39]
    rest = without_nodes(graph, "paper", gone)
    left = np.delete(np.arange(40), gone)
    ids = {int(graph.ids["paper"][row]) for row in gone}
    assert linked(rest) == {link for link in linked(graph) if link[1] not in ids}
    assert rest.counts == graph.counts | {"paper": 37}
    np.testing.assert_array_equal(rest.ids["paper"], graph.ids["paper"][left])
    np.testing.assert_array_equal(rest.names["paper"], graph.names["paper"][left])
    np.testing.assert_array_equal(rest.features["paper"], graph.features["paper"][left])
    np.testing.assert_array_equal(rest.columns["paper"]["pages"], left)
    np.testing.assert_array_equal(rest.labels["paper"].y, graph.labels["paper"].y[left])


def test_parts_of_splits_and_columns_of_links_name_the_same_nodes_as_before() -> None:
    graph = library()
    rest = without_nodes(graph, "paper", [0, 7])
    for part in ("train", "val", "test"):
        before = graph.ids["paper"][getattr(graph.splits["public"], part)]
        after = rest.ids["paper"][getattr(rest.splits["public"], part)]
        assert set(after) == set(before) - {100, 121}
    table = rest.link_columns[BY]
    papers = (rest.ids["paper"][table.source] - 100) // 3  # rows of the whole graph
    assert (table.columns["place"] == papers * 1000 + table.target).all()
    assert len(table) == rest.adjacency[BY].nnz


def test_a_subgraph_of_everything_is_the_graph() -> None:
    graph = library()
    assert only_nodes(graph, {t: np.arange(n)[::-1] for t, n in graph.counts.items()}) == graph
    assert without_nodes(graph, "venue", []) == graph


def test_neighbours_are_the_other_ends_of_all_links_of_a_node() -> None:
    graph = library()
    some = with_neighbours(graph, "author", [2, 5])
    authors = graph.ids["author"][[2, 5]].tolist()
    own = {link for link in linked(graph) if link[0] == "by" and link[2] in authors}
    assert some.ids["author"].tolist() == authors
    assert set(some.ids["paper"].tolist()) == {link[1] for link in own}
    assert some.counts["venue"] == 0
    assert linked(some) == own


def test_a_row_that_does_not_exist_is_named() -> None:
    with pytest.raises(GraphError, match="no venue in row 9; expected rows 0 to 8"):
        without_nodes(bibliography(), "venue", [9])
    with pytest.raises(GraphError, match="unknown"):
        without_nodes(bibliography(), "vneue", [0])
