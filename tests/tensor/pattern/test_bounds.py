"""Bounds on the rows of a tensor."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings

from motifcnn.graph import Graph, Relation, Schema
from motifcnn.motif.motif import Motif
from motifcnn.tensor.pattern.bounds import row_bounds, walks_to
from motifcnn.tensor.pattern.problem import make_problem
from tests.oracle import brute_force
from tests.strategies import graphs_with_motifs


@settings(max_examples=80)
@given(case=graphs_with_motifs(max_nodes=8, motif_nodes=4))
def test_no_row_has_more_entries_than_its_bound(case: tuple[Graph, Motif]) -> None:
    graph, motif = case
    _, roles = brute_force(graph, motif)
    for bound, dense in zip(
        row_bounds(make_problem(graph, motif, induced=False)), roles, strict=True
    ):
        assert bound.dtype == np.int64
        assert (np.count_nonzero(dense, axis=1) <= bound).all()


def test_walks_follow_a_shortest_path_of_the_motif() -> None:
    schema = Schema(("a", "b"), (Relation("a", "r", "b"),))
    links = np.array([[1, 1, 0], [0, 1, 1], [0, 0, 0]], dtype=bool)
    graph = Graph(schema, {("a", "r", "b"): links}, {"a": 3, "b": 3})
    path = make_problem(graph, Motif.parse("(t:a)--(x:b)--(y:a)--(c:b)"), induced=False)
    dense = links.astype(int)
    for node, expected in enumerate(
        [np.ones(3), dense.sum(1), (dense @ dense.T).sum(1), (dense @ dense.T @ dense).sum(1)]
    ):
        np.testing.assert_array_equal(walks_to(path, node), expected)


def test_a_target_without_a_link_that_every_instance_needs_has_an_empty_row() -> None:
    schema = Schema(("a", "b", "c"), (Relation("a", "r", "b"), Relation("a", "s", "c")))
    adjacency = {("a", "r", "b"): np.ones((2, 2)), ("a", "s", "c"): np.array([[1], [0]])}
    graph = Graph(schema, adjacency, {"a": 2, "b": 2, "c": 1})
    problem = make_problem(graph, Motif.parse("(x:b)--(t:a)--(c:c)", target="t"), induced=False)
    assert [bound.tolist() for bound in row_bounds(problem)] == [[2, 0], [1, 0]]
