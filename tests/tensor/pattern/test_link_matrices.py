"""What a pair of motif nodes asks of the graph."""

from __future__ import annotations

import numpy as np

from motifcnn.graph import Graph, Relation, Schema
from motifcnn.motif import Motif
from motifcnn.tensor.pattern.link_matrices import find_links, link_matrix

SCHEMA = Schema(("a",), (Relation("a", "r", "a"), Relation("a", "s", "a")))
R = np.array([[0, 1, 1], [1, 0, 0], [0, 0, 1]], dtype=bool)
S = np.array([[0, 0, 1], [0, 0, 0], [0, 1, 0]], dtype=bool)
GRAPH = Graph(SCHEMA, {("a", "r", "a"): R, ("a", "s", "a"): S}, {"a": 3})
LOOPS = np.eye(3, dtype=bool)


def matrix(pattern: str, *, induced: bool = False) -> np.ndarray:
    present, _ = find_links(GRAPH, Motif.parse(pattern), induced=induced)
    return link_matrix(GRAPH, present[0, 1]).toarray()


def test_any_relation_in_either_direction() -> None:
    np.testing.assert_array_equal(matrix("(t:a)--(c:a)"), (R | R.T | S | S.T) & ~LOOPS)


def test_one_relation_in_one_direction() -> None:
    np.testing.assert_array_equal(matrix("(t:a)-[:r]->(c:a)"), R & ~LOOPS)
    np.testing.assert_array_equal(matrix("(t:a)<-[:r]-(c:a)"), R.T & ~LOOPS)


def test_two_edges_on_a_pair_are_both_required() -> None:
    np.testing.assert_array_equal(matrix("(t:a)-[:r]->(c:a), (t)-[:s]->(c)"), R & S & ~LOOPS)


def test_induced_forbids_what_the_edges_do_not_ask_for() -> None:
    np.testing.assert_array_equal(
        matrix("(t:a)-[:r]->(c:a)", induced=True), R & ~R.T & ~S & ~S.T & ~LOOPS
    )


def test_pairs_without_an_edge_must_be_unlinked_when_induced() -> None:
    present, absent = find_links(GRAPH, Motif.parse("(t:a)-->(b:a)-->(c:a)"), induced=True)
    assert set(present) == {(0, 1), (1, 0), (1, 2), (2, 1)}
    assert set(absent) == {(0, 2), (2, 0)}
    np.testing.assert_array_equal(
        link_matrix(GRAPH, absent[0, 2]).toarray(), (R | R.T | S | S.T) & ~LOOPS
    )
