"""Walks along metagraphs are what they stand for."""

from __future__ import annotations

import logging

import numpy as np
import pytest
from scipy.sparse.linalg import LinearOperator

from motifcnn.methods.metagraph_walks import metagraphs, propagate, walks_along
from motifcnn.motif.motif import Motif
from tests.small_graphs import bibliography

GRAPH = bibliography()


def transition(walk: LinearOperator) -> np.ndarray:
    return walk @ np.eye(120, dtype=np.float32)


def to_one(matrix: np.ndarray) -> np.ndarray:
    total = matrix.sum(axis=1, keepdims=True)
    return np.divide(matrix, total, out=np.zeros_like(matrix), where=total > 0)


def test_a_context_of_the_same_type_is_one_step_and_another_is_there_and_back() -> None:
    at = GRAPH.adjacency["paper", "at", "venue"].toarray().astype(float)
    same, other = walks_along(
        GRAPH,
        [Motif.parse("(t:paper)--(v:venue)--(c:paper)"), Motif.parse("(t:paper)--(c:venue)")],
        "paper",
        10**6,
    )
    both = at @ at.T
    np.fill_diagonal(both, 0)
    np.testing.assert_allclose(transition(same), to_one(both), rtol=1e-5)
    np.testing.assert_allclose(transition(other), to_one(at) @ to_one(at.T), rtol=1e-5)


def test_labels_travel_as_the_formula_says() -> None:
    (walk,) = walks_along(GRAPH, [Motif.parse("(t:paper)--(a:author)--(c:paper)")], "paper", 10**6)
    seeds = np.random.default_rng(0).random((120, 2)).astype(np.float32)
    expected = 0.2 * np.linalg.solve(np.eye(120) - 0.8 * transition(walk), seeds)
    np.testing.assert_allclose(propagate(walk, seeds, 0.8, 1e-6), expected, rtol=1e-3)


def test_every_metagraph_of_four_nodes_leads_to_the_target_type_or_is_a_path_of_three() -> None:
    found = metagraphs(GRAPH, "paper", 4)
    texts = {str(motif) for motif in found}
    assert "(t:paper)--(a:author)--(c:paper)" in texts
    assert "(t:paper)--(a:author), (t)--(v:venue)--(c:paper), (a)--(c)" in texts
    assert all(motif.types[motif.context] == "paper" for motif in found)
    assert "(t:author)--(p:paper)--(c:venue)" in {
        str(motif) for motif in metagraphs(GRAPH, "author", 4)
    }
    assert len(found) == len(set(found))


def test_a_metagraph_over_the_budget_is_left_out_with_a_warning(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.WARNING):
        assert walks_along(GRAPH, metagraphs(GRAPH, "paper", 3), "paper", 1) == []
    assert "max_entries is 1" in caplog.text


def test_the_next_split_finds_the_walks_counted() -> None:
    graph, motif = bibliography(), Motif.parse("(t:paper)--(a:author)--(c:paper)")
    walks_along(graph, [motif], "paper", 10**6)
    assert ("metagraph walk", motif.with_roles("context"), 10**6) in graph.cache
