"""Sizes that memory bounds are made of."""

from __future__ import annotations

import numpy as np

from motifcnn.graph import Graph, Relation, Schema
from motifcnn.motif import Motif
from motifcnn.tensor.engines.memory_bound import link_entries, link_matrices, threads
from motifcnn.tensor.pattern.problem import make_problem

SCHEMA = Schema(("a", "b"), (Relation("a", "r", "b"), Relation("a", "s", "a", directed=False)))
R, S = np.ones((4, 3), bool), ~np.eye(4, dtype=bool)
GRAPH = Graph(SCHEMA, {("a", "r", "b"): R, ("a", "s", "a"): S}, {"a": 4, "b": 3})


def test_a_matrix_that_several_pairs_share_counts_once() -> None:
    triangle = Motif.parse("(t:a)--(x:a)--(c:a)--(t)")
    problem = make_problem(GRAPH, triangle, induced=False)
    assert len(problem.linked) == 6
    assert len(link_matrices(problem)) == 1
    assert link_entries(problem) == 4 * 3


def test_pairs_that_must_not_be_linked_count_too() -> None:
    path = make_problem(GRAPH, Motif.parse("(t:a)--(x:b)--(c:a)"), induced=True)
    # a to b, b to a, and the links between the two ends.
    assert link_entries(path) == 4 * 3 + 3 * 4 + 4 * 3


def test_there_is_a_thread() -> None:
    assert threads() >= 1
