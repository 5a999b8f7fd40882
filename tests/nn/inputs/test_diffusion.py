"""Diffused features against the series they stand for."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from motifcnn.graph import Graph, Relation, Schema
from motifcnn.nn.inputs.diffusion import diffused


def test_diffused_features_are_the_sum_over_walks_with_restart() -> None:
    rng = np.random.default_rng(0)
    links = rng.random((5, 4)) < 0.5
    graph = Graph(
        Schema(("paper", "author"), (Relation("paper", "by", "author"),)),
        {("paper", "by", "author"): links},
        {"paper": 5, "author": 4},
    )
    x = {
        "paper": rng.normal(size=(5, 3)).astype(np.float32),
        "author": rng.normal(size=(4, 2)).astype(np.float32),
    }
    whole = np.zeros((9, 9))
    whole[:5, 5:] = links
    whole += whole.T
    scale = 1 / np.sqrt(np.maximum(whole.sum(axis=1), 1))
    step = scale[:, None] * whole * scale
    both = np.zeros((9, 5))
    both[:5, :3], both[5:, 3:] = x["paper"], x["author"]
    expected = sum(0.3 * 0.7**k * np.linalg.matrix_power(step, k) @ both for k in range(13))
    found = diffused(graph, x, 0.3)
    np.testing.assert_allclose(found["paper"], expected[:5], atol=1e-5)
    np.testing.assert_allclose(found["author"], expected[5:], atol=1e-5)
    as_sparse = {t: sparse.csr_array(part) for t, part in x.items()}
    for node_type, part in diffused(graph, as_sparse, 0.3).items():
        np.testing.assert_array_equal(part, found[node_type])


def test_a_type_without_features_receives_those_of_others() -> None:
    links = np.array([[1, 1], [0, 0]])
    graph = Graph(
        Schema(("paper", "author"), (Relation("paper", "by", "author"),)),
        {("paper", "by", "author"): links},
        {"paper": 2, "author": 2},
    )
    found = diffused(graph, {"paper": np.array([[2.0], [5.0]], np.float32)}, 0.5)
    # Paper 0 and its two authors exchange what paper 0 has; paper 1 keeps the share that restarts.
    weights = [0.5 ** (k + 1) for k in range(13)]
    np.testing.assert_allclose(found["paper"], [[2 * sum(weights[::2])], [2.5]], rtol=1e-5)
    received = 2 * sum(weights[1::2]) / np.sqrt(2)
    np.testing.assert_allclose(found["author"], [[received]] * 2, rtol=1e-5)
