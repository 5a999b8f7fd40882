"""Counted pairs: rows by an engine, and their transpose by counting from the other end."""

from __future__ import annotations

import numpy as np
import pytest

from motifcnn.graph import Graph, Relation, Schema
from motifcnn.motif import Motif
from motifcnn.tensor.operator.factored import pairs
from motifcnn.tensor.operator.factored.counted import CountedPairs
from motifcnn.tensor.pattern.problem import make_problem
from tests.oracle import brute_force

SCHEMA = Schema(("a",), (Relation("a", "r", "a"),))
GRAPH = Graph(SCHEMA, {("a", "r", "a"): np.random.default_rng(2).random((10, 10)) < 0.5}, {"a": 10})
# All nodes differ in their links, so that maps are instances and every node is a role of its own.
CLIQUE = "(t:a)-->(m:a)-->(c:a), (t)-->(c), (t)-->(n:a), (m)-->(n), (n)-->(c)"
DIAMOND = "(t:a)-->(m:a)-->(c:a), (t)-->(n:a), (m)-->(n), (n)-->(c)"


@pytest.mark.parametrize(("pattern", "stored"), [(CLIQUE, True), (DIAMOND, False)])
def test_rows_and_columns_are_those_of_the_definition(
    monkeypatch: pytest.MonkeyPatch, pattern: str, stored: bool
) -> None:
    monkeypatch.setattr(pairs, "BLOCK_ENTRIES", 20)
    motif = Motif.parse(pattern)
    problem = make_problem(GRAPH, motif, induced=False)
    _, roles = brute_force(GRAPH, motif)
    (k,) = (k for k, role in enumerate(motif.roles) if role.label == "c")
    found = CountedPairs(problem, problem.roles[k][0])
    assert found.stored == stored
    some = np.array([7, 2])
    np.testing.assert_array_equal(found.rows(some).toarray(), roles[k][some])
    np.testing.assert_array_equal(found.transposed.rows(some).toarray(), roles[k].T[some])
    np.testing.assert_array_equal(found.fold(None), roles[k].sum(axis=1))
    if stored:
        np.testing.assert_array_equal(found.matrix.toarray(), roles[k])
        np.testing.assert_array_equal(found.transposed.matrix.toarray(), roles[k].T)
