"""Rewired graphs have the degrees of the given one, are simple, and are all equally likely."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare

from motifcnn.graph import Graph, Relation, Schema
from motifcnn.graph.rewire import rewire
from tests.strategies import typed_graphs

seeds = st.integers(0, 2**32 - 1)


@given(graph=typed_graphs(max_nodes=24), seed=seeds)
def test_every_degree_of_every_relation_is_kept(graph: Graph, seed: int) -> None:
    random = rewire(graph, seed=seed)
    for key, before in graph.adjacency.items():
        after = random.adjacency[key]
        for axis in (0, 1):
            degrees = before.toarray().sum(axis=axis)
            np.testing.assert_array_equal(after.toarray().sum(axis=axis), degrees)


@given(graph=typed_graphs(max_nodes=24), seed=seeds)
def test_links_stay_simple_and_self_links_where_they_were(graph: Graph, seed: int) -> None:
    random = rewire(graph, seed=seed)
    for relation in graph.schema.relations:
        before, after = (g.adjacency[relation.key].toarray() for g in (graph, random))
        assert after.sum() == before.sum(), "a link that is there twice would be lost"
        if relation.source == relation.target:
            np.testing.assert_array_equal(after.diagonal(), before.diagonal())
        if not relation.directed:
            np.testing.assert_array_equal(after, after.T)


@given(graph=typed_graphs(), seed=seeds)
def test_the_same_seed_gives_the_same_graph(graph: Graph, seed: int) -> None:
    assert rewire(graph, seed=seed) == rewire(graph, seed=seed)


def one_type(links: list[tuple[int, int]], n: int, *, directed: bool = False) -> Graph:
    matrix = np.zeros((n, n), dtype=bool)
    matrix[tuple(np.transpose(links))] = True
    relation = Relation("user", "friend", "user", directed=directed)
    return Graph(Schema(("user",), (relation,)), {relation.key: matrix}, {"user": n})


@pytest.mark.parametrize(
    ("links", "n", "directed", "graphs"),
    [
        # Pairs of six people, one friend each: 5 * 3 ways.
        ([(0, 1), (2, 3), (4, 5)], 6, False, 15),
        # One path of four people and its ends 0 and 3: over 1 and 2, or over 2 and 1.
        ([(0, 1), (1, 2), (2, 3)], 4, False, 2),
        # Three people who send to three who receive: the permutations.
        ([(0, 3), (1, 4), (2, 5)], 6, True, 6),
    ],
    ids=["pairs", "path", "senders"],
)
def test_all_graphs_with_the_degrees_are_equally_likely(
    links: list[tuple[int, int]], n: int, directed: bool, graphs: int
) -> None:
    graph = one_type(links, n, directed=directed)
    (key,) = graph.adjacency
    draws = 60 * graphs
    found = Counter(
        rewire(graph, seed=seed).adjacency[key].toarray().tobytes() for seed in range(draws)
    )
    assert len(found) == graphs
    assert chisquare(list(found.values())).pvalue > 0.001


def test_relations_without_links_or_with_one_stay() -> None:
    assert rewire(one_type([(0, 1)], 3)) == one_type([(0, 1)], 3)
    lonely = Graph(Schema(("user",), ()), {}, {"user": 2})
    assert rewire(lonely) == lonely
