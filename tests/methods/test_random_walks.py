"""Walks keep to their metapath and choose evenly."""

from __future__ import annotations

import numpy as np
import pytest

from motifcnn.graph.graph import Graph
from motifcnn.graph.schema import Relation, Schema
from motifcnn.methods.metapaths import links_along, symmetric_metapaths
from motifcnn.methods.random_walks import END, Trail, trail, walk
from motifcnn.motif.motif import Motif
from tests.small_graphs import bibliography

GRAPH = bibliography()


def trail_of(motif: Motif) -> Trail:
    return trail(links_along(GRAPH, motif), motif.types)


@pytest.mark.parametrize("target", ["paper", "author"])
def test_every_step_is_a_link_of_the_metapath(target: str) -> None:
    for motif in symmetric_metapaths(GRAPH.schema, target):
        links, way = links_along(GRAPH, motif), trail_of(motif)
        walks = walk(way, way.starts, 13, seed=1)
        assert (walks != END).all()
        for s in range(12):
            here, there = s % len(links), (s + 1) % len(links)
            assert links[here][
                walks[:, s] - way.offsets[here], walks[:, s + 1] - way.offsets[there]
            ].all()


def test_nodes_of_one_type_have_one_number_wherever_they_stand() -> None:
    way = trail_of(symmetric_metapaths(GRAPH.schema, "author")[1])  # author, paper, venue, paper
    assert way.offsets[1] == way.offsets[3]
    assert way.nodes == 120 + 60 + 9


def test_no_walk_begins_or_steps_where_it_could_not_go_on() -> None:
    links = np.zeros((6, 6), dtype=bool)
    links[[0, 1, 2, 0, 3, 3], [1, 2, 0, 3, 4, 5]] = (
        True  # a ring 0, 1, 2, and a branch 3 to 4 or 5, where it ends
    )
    graph = Graph(
        Schema(("p",), (Relation("p", "cites", "p"),)), {("p", "cites", "p"): links}, {"p": 6}
    )
    way = trail(links_along(graph, Motif.parse("(t:p)-->(c:p)")), ("p", "p"))
    assert way.starts.tolist() == [0, 1, 2]
    assert walk(way, np.array([0, 1, 3]), 4, seed=0).tolist() == [
        [0, 1, 2, 0],
        [1, 2, 0, 1],
        [3, END, END, END],
    ]


def test_steps_are_even_over_links_and_repeat_by_seed() -> None:
    way = trail_of(symmetric_metapaths(GRAPH.schema, "paper")[0])
    start = int(np.argmax(np.diff(way.indptr[:121])))
    degree = int(np.diff(way.indptr)[start])
    walks = walk(way, np.full(6000, start), 2, seed=5)
    _, counts = np.unique(walks[:, 1], return_counts=True)
    assert len(counts) == degree > 2
    assert np.abs(counts - 6000 / degree).max() < 5 * np.sqrt(6000 / degree)
    assert np.array_equal(walks, walk(way, np.full(6000, start), 2, seed=5))
    assert not np.array_equal(walks, walk(way, np.full(6000, start), 2, seed=6))
