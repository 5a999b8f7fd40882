"""GAT equals its formula."""

from __future__ import annotations

import numpy as np
import torch

from motifcnn.baselines.gat import CONFIG, GATClassifier
from motifcnn.baselines.gcn import stacked_inputs
from motifcnn.nn.settings import with_settings
from motifcnn.nn.structure import whole_adjacency
from motifcnn.train import fit
from motifcnn.train.problem import Problem
from tests.small_graphs import bibliography


def softmax_over_links(e: np.ndarray, linked: np.ndarray) -> np.ndarray:
    weight = np.where(linked, np.exp(np.where(e > 0, e, 0.2 * e)), 0)
    return weight / weight.sum(axis=1, keepdims=True)


def test_logits_equal_the_formula() -> None:
    graph = bibliography()
    config = with_settings(CONFIG, {"heads": 2, "hidden": (4,), "output_heads": 3})
    torch.manual_seed(0)
    problem = Problem(graph, "paper", (), 3, config)
    gat = GATClassifier(problem)
    gat.module.train(False)
    h = stacked_inputs(problem)[1].toarray().astype(np.float64)
    linked = (whole_adjacency(graph)[0].toarray() + np.eye(189)) > 0
    for layer, last in zip(gat.module.layers, (False, True), strict=True):
        parts = []
        weights = [
            p.detach().numpy().astype(np.float64)
            for p in (layer.weight, layer.of_row, layer.of_column)
        ]
        for k in range(layer.heads):
            z = h @ weights[0][:, k * layer.out : (k + 1) * layer.out]
            parts.append(
                softmax_over_links((z @ weights[1][k])[:, None] + z @ weights[2][k], linked) @ z
            )
        h = np.mean(parts, axis=0) if last else np.hstack(parts)
        h = h if last else np.where(h > 0, h, np.expm1(h))
    rows = np.array([4, 50, 119])
    found = gat.module(gat.view(rows, torch.device("cpu"))).detach().numpy()
    np.testing.assert_allclose(found, h[60 + rows], rtol=1e-3, atol=1e-5)


def test_it_learns_what_links_and_words_say() -> None:
    graph = bibliography(300)
    scores = {
        m: fit(graph, model=m, split=(0.2, 0.2, 0.6), epochs=200).test.micro_f1
        for m in ("gat", "mlp")
    }
    assert scores["gat"] > max(0.85, scores["mlp"])
