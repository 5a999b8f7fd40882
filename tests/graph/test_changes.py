"""Changes name edges once, compose, and give the graph that has them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motifcnn.errors import GraphError
from motifcnn.graph import Graph, Relation, Schema
from motifcnn.graph.changes import Changes, changed_graph, find_relation, in_pairs, make_changes
from tests.small_graphs import bibliography

SCHEMA = Schema(
    ("a", "b"),
    (Relation("a", "x", "b"), Relation("a", "y", "a", directed=False), Relation("b", "x", "a")),
)


def small(seed: int = 0) -> Graph:
    rng = np.random.default_rng(seed)
    counts = {"a": 5, "b": 4}
    return Graph(
        SCHEMA,
        {r.key: rng.random((counts[r.source], counts[r.target])) < 0.4 for r in SCHEMA.relations},
        counts,
    )


def drawn(rng: np.random.Generator) -> tuple[dict, dict]:
    """For every edge of every relation: insert, delete or leave."""
    insert: dict = {}
    delete: dict = {}
    graph = small()
    for relation in SCHEMA.relations:
        rows, columns = graph.counts[relation.source], graph.counts[relation.target]
        fate = rng.integers(0, 4, (rows, columns))
        if not relation.directed:
            fate = np.maximum(fate, fate.T)
        insert[relation.key], delete[relation.key] = np.argwhere(fate == 0), np.argwhere(fate == 1)
    return insert, delete


@settings(max_examples=60)
@given(seed=st.integers(0, 2**32 - 1))
def test_one_after_the_other_is_the_same_as_both_at_once(seed: int) -> None:
    rng = np.random.default_rng(seed)
    graph = small(seed)
    one, two = (make_changes(graph, *drawn(rng)) for _ in range(2))
    at_once = changed_graph(graph, one.then(two))
    assert changed_graph(changed_graph(graph, one), two) == at_once
    for key in two.keys:
        dense = at_once.adjacency[key].toarray()
        assert dense[tuple(two.insert.get(key, np.empty((0, 2), int)).T)].all()
        assert not dense[tuple(two.delete.get(key, np.empty((0, 2), int)).T)].any()


def test_what_is_not_an_edge_stays() -> None:
    graph = bibliography(names=True)
    changed = changed_graph(graph, make_changes(graph, {"by": [(0, 0)]}, {"by": [(0, 1)]}))
    np.testing.assert_array_equal(changed.features["paper"], graph.features["paper"])
    assert changed.labels == graph.labels
    assert changed.names.keys() == graph.names.keys()
    assert changed.adjacency["paper", "by", "author"][0, 0]


def test_an_undirected_edge_goes_and_comes_in_both_directions() -> None:
    graph = changed_graph(
        small(), make_changes(small(), {("a", "y", "a"): [(4, 1)]}, {("a", "y", "a"): [(2, 0)]})
    )
    links = graph.adjacency["a", "y", "a"].toarray()
    assert links[4, 1]
    assert links[1, 4]
    assert not links[2, 0]
    assert not links[0, 2]


def test_an_edge_counts_once_however_often_it_is_named() -> None:
    changes = make_changes(small(), {("a", "y", "a"): [(4, 1), (1, 4), (4, 1)]})
    assert len(changes) == 1
    assert changes.keys == (("a", "y", "a"),)
    assert len(Changes()) == 0


def test_a_name_that_several_relations_share_must_be_given_as_a_whole() -> None:
    assert find_relation(SCHEMA, ("b", "x", "a"), "insert").source == "b"
    with pytest.raises(
        GraphError,
        match=r"insert: several relations are called 'x'; name one as a whole: \('a', 'x', 'b'\)",
    ):
        make_changes(small(), {"x": [(0, 0)]})


def test_pairs_are_found_among_pairs() -> None:
    rng = np.random.default_rng(0)
    wanted, pairs = rng.integers(0, 6, (50, 2)), np.unique(rng.integers(0, 6, (15, 2)), axis=0)
    there = {tuple(pair) for pair in pairs.tolist()}
    assert not in_pairs(wanted, pairs[:0]).any()
    assert not len(in_pairs(wanted[:0], pairs))
    assert in_pairs(wanted, pairs).tolist() == [tuple(pair) in there for pair in wanted.tolist()]
