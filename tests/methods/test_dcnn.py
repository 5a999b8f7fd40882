"""DCNN equals its formula, however its rows are kept."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from motifcnn.graph.flat import flat_adjacency
from motifcnn.methods import dcnn
from motifcnn.methods.dcnn import DCNN, SparseRows
from motifcnn.methods.flat_inputs import flat_inputs
from motifcnn.methods.method import Problem
from motifcnn.train import fit
from tests.small_graphs import bibliography


@pytest.mark.parametrize("dense", [0.0, 1.0])
def test_logits_and_gradients_equal_the_formula_sparse_or_dense(
    dense: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dcnn, "_DENSE", dense)
    graph = bibliography()
    problem = Problem(graph, "paper", (), 3, DCNN.settings)
    classifier = DCNN().build(problem)
    rows = np.array([4, 50, 119, 7, 8])
    view = classifier.view(rows, torch.device("cpu"))
    assert [isinstance(hop, SparseRows) for hop in view] == 3 * [dense == 1.0]
    found = classifier.module(view)

    links = flat_adjacency(graph).toarray()
    p = links / np.maximum(links.sum(axis=1, keepdims=True), 1)
    x = flat_inputs(problem).x.csr.toarray()
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


def test_what_diffuses_is_computed_once_per_graph() -> None:
    problem = Problem(bibliography(), "paper", (), 3, DCNN.settings)
    one, two = DCNN().build(problem), DCNN().build(problem)
    assert one.hops is two.hops
    more = problem.settings.changed({"hops": 3})
    assert len(DCNN().build(Problem(problem.graph, "paper", (), 3, more)).hops) == 4


def test_it_learns_what_links_and_words_say() -> None:
    graph = bibliography(300)
    scores = {m: fit(graph, model=m, split=(0.4, 0.2, 0.4)).test.micro_f1 for m in ("dcnn", "mlp")}
    assert scores["dcnn"] > max(0.85, scores["mlp"])
