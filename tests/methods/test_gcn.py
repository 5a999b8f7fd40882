"""GCN equals its formula."""

from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np
import pytest
import torch

from motifcnn.graph import read_graph
from motifcnn.graph.flat import flat_adjacency
from motifcnn.methods.gcn import GCN, adjacency
from motifcnn.methods.method import Problem
from motifcnn.train import fit
from tests.small_graphs import bibliography

CPU = torch.device("cpu")


def dense_operator() -> np.ndarray:
    links = flat_adjacency(bibliography()).toarray() + np.eye(189)
    degree = links.sum(axis=1)
    return links / np.sqrt(np.outer(degree, degree))


def test_the_adjacency_is_symmetrically_normalised_with_loops() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = adjacency(bibliography())
    assert found.layout == torch.sparse_csr
    np.testing.assert_allclose(found.to_dense(), dense_operator(), rtol=1e-5)


@pytest.mark.parametrize("hidden", [(16,), (8, 5, 4)])
def test_logits_equal_the_formula_with_the_node_type_appended(hidden: tuple[int, ...]) -> None:
    graph = bibliography()
    settings = GCN.settings.changed({"hidden": hidden, "featureless": "none"})
    gcn = GCN().build(Problem(graph, "paper", (), 3, settings))
    gcn.module.eval()
    rows = np.array([4, 50, 119])
    length = np.abs(graph.features["paper"]).sum(axis=1, keepdims=True)
    h = np.zeros((189, 33))
    h[60:180, 1:31] = graph.features["paper"] / np.maximum(length, 1e-12)
    h[:60, 0], h[60:180, 31], h[180:, 32] = 1, 1, 1
    first, *rest = gcn.module.parameters()
    weights = [first.detach().numpy(), *(w.detach().numpy().T for w in rest)]
    for number, weight in enumerate(weights):
        h = dense_operator() @ (np.maximum(h, 0) if number else h) @ weight
    found = gcn.module(gcn.view(rows, CPU)).detach().numpy()
    np.testing.assert_allclose(found, h[60 + rows], rtol=1e-3, atol=1e-5)


def test_l2_is_on_the_first_layer_only() -> None:
    gcn = GCN().build(Problem(bibliography(), "paper", (), 3, GCN.settings))
    first, rest = gcn.module.groups(0.5)
    assert (first["weight_decay"], rest["weight_decay"]) == (0.5, 0.0)
    assert [tuple(w.shape) for w in first["params"]] == [(60 + 30 + 9 + 3, 64)]
    assert [tuple(w.shape) for w in rest["params"]] == [(3, 64)]


def test_cora_on_the_public_split_is_near_the_published_accuracy(data_folder: Path) -> None:
    graph = read_graph(data_folder / "cora")
    accuracy = np.mean(
        [
            fit(graph, model="gcn", preset="original", split="public", seed=seed).test.accuracy
            for seed in range(3)
        ]
    )
    assert accuracy == pytest.approx(0.815, abs=0.015)
