"""GCN equals its formula."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from motifcnn.baselines.gcn import CONFIG, GCNClassifier
from motifcnn.graph import read_graph
from motifcnn.nn.carried import symmetric_operator
from motifcnn.nn.structure import whole_adjacency
from motifcnn.train import fit
from motifcnn.train.problem import Problem
from tests.small_graphs import bibliography


def dense_operator() -> np.ndarray:
    adjacency = whole_adjacency(bibliography())[0].toarray() + np.eye(189)
    degree = adjacency.sum(axis=1)
    return adjacency / np.sqrt(np.outer(degree, degree))


def test_the_operator_is_symmetrically_normalised_with_loops() -> None:
    np.testing.assert_allclose(
        symmetric_operator(bibliography())[0].toarray(), dense_operator(), rtol=1e-5
    )


def test_logits_equal_the_formula_with_the_node_type_appended() -> None:
    graph = bibliography()
    torch.manual_seed(0)
    gcn = GCNClassifier(Problem(graph, "paper", (), 3, CONFIG))
    gcn.module.eval()
    rows = np.array([4, 50, 119])
    words = graph.features["paper"] / np.maximum(
        np.abs(graph.features["paper"]).sum(axis=1, keepdims=True), 1e-12
    )
    x = np.zeros((189, 33))
    x[60:180, :30] = words
    x[:60, 30], x[60:180, 31], x[180:, 32] = 1, 1, 1
    w0, w1 = (w.detach().numpy() for w in gcn.module.weights)
    a = dense_operator()
    expected = (a @ np.maximum(a @ x @ w0, 0) @ w1)[60 + rows]
    found = gcn.module(gcn.view(rows, torch.device("cpu"))).detach().numpy()
    np.testing.assert_allclose(found, expected, rtol=1e-3, atol=1e-5)


def test_l2_is_on_the_first_layer_only() -> None:
    gcn = GCNClassifier(Problem(bibliography(), "paper", (), 3, CONFIG))
    assert [group["weight_decay"] for group in gcn.module.groups(0.5)] == [0.5, 0.0]


def test_cora_on_the_public_split_is_near_the_published_accuracy(data_folder: Path) -> None:
    graph = read_graph(data_folder / "cora")
    accuracy = np.mean(
        [fit(graph, model="gcn", split="public", seed=seed).test.accuracy for seed in range(3)]
    )
    assert accuracy == pytest.approx(0.815, abs=0.015)
