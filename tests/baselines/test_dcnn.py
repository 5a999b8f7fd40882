"""DCNN equals its formula, however its rows are kept."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from motifcnn.baselines import dcnn
from motifcnn.baselines.dcnn import CONFIG, DCNNClassifier
from motifcnn.baselines.gcn import stacked_inputs
from motifcnn.nn.structure import whole_adjacency
from motifcnn.train import fit
from motifcnn.train.problem import Problem
from tests.small_graphs import bibliography


@pytest.mark.parametrize("dense", [0.0, 1.0])
def test_logits_and_gradients_equal_the_formula_sparse_or_dense(
    dense: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dcnn, "_DENSE_TO_KEEP", dense)
    monkeypatch.setattr(dcnn, "_DENSE_TO_LEARN", dense)
    monkeypatch.setattr(dcnn, "_ENTRIES_AT_ONCE", 70)
    graph = bibliography()
    torch.manual_seed(0)
    problem = Problem(graph, "paper", (), 3, CONFIG)
    classifier = DCNNClassifier(problem)
    rows = np.array([4, 50, 119, 7, 8])
    found = classifier.module(classifier.view(rows, torch.device("cpu")))

    adjacency = whole_adjacency(graph)[0].toarray()
    p = adjacency / np.maximum(adjacency.sum(axis=1, keepdims=True), 1)
    x = stacked_inputs(problem)[1].toarray()
    steps = [
        torch.tensor((np.linalg.matrix_power(p, h) @ x)[60 + rows], dtype=torch.float32)
        for h in range(3)
    ]
    module = classifier.module
    expected = module.bias + sum(
        torch.tanh(s * w) @ v for s, w, v in zip(steps, module.scales, module.weights, strict=True)
    )
    torch.testing.assert_close(found, expected, rtol=1e-4, atol=1e-5)
    weight = torch.randn(5, 3)
    parameters = list(module.parameters())
    pairs = zip(
        *(torch.autograd.grad((out * weight).sum(), parameters) for out in (found, expected)),
        strict=True,
    )
    for one, two in pairs:
        torch.testing.assert_close(one, two, rtol=1e-4, atol=1e-5)


def test_it_learns_what_links_and_words_say() -> None:
    graph = bibliography(300)
    scores = {m: fit(graph, model=m, split=(0.4, 0.2, 0.4)).test.micro_f1 for m in ("dcnn", "mlp")}
    assert scores["dcnn"] > max(0.85, scores["mlp"])
