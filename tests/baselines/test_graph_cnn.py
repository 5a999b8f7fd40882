"""Graph-CNN equals its formula."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from motifcnn.baselines.gcn import stacked_inputs
from motifcnn.baselines.graph_cnn import CONFIG, GraphCNNClassifier
from motifcnn.nn.settings import ConfigError, with_settings
from motifcnn.train import fit
from motifcnn.train.problem import Problem
from tests.baselines.test_slices import stacked
from tests.small_graphs import bibliography


def test_logits_equal_the_formula() -> None:
    graph = bibliography()
    problem = Problem(graph, "paper", (), 3, with_settings(CONFIG, {"embed": (6, 4), "conv": (5,)}))
    torch.manual_seed(0)
    classifier = GraphCNNClassifier(problem)
    net = classifier.module.train(False)
    for norm in net.norms:
        norm.running_mean.uniform_(-0.1, 0.1)
        norm.running_var.uniform_(0.5, 1.5)
    a = [torch.tensor(part, dtype=torch.float32) for part in stacked(graph)]

    def normalised(v: torch.Tensor, number: int) -> torch.Tensor:
        norm = net.norms[number]
        return torch.relu((v - norm.running_mean) / torch.sqrt(norm.running_var + norm.eps))

    def convolved(v: torch.Tensor, number: int) -> torch.Tensor:
        conv = net.convs[number]
        return (
            sum(a_l @ v @ w for a_l, w in zip(a, conv.weights, strict=True))
            + v @ conv.own
            + conv.bias
        )

    v = normalised(torch.tensor(stacked_inputs(problem)[1].toarray()) @ net.first, 0)
    v = normalised(convolved(v, 0), 2)
    v = normalised(v @ net.embeds[0].weight.T + net.embeds[0].bias, 1)
    rows = np.array([4, 50, 119])
    found = net(classifier.view(rows, torch.device("cpu")))
    torch.testing.assert_close(found, convolved(v, 1)[60 + rows], rtol=1e-3, atol=1e-5)


def test_widths_must_alternate() -> None:
    with pytest.raises(
        ConfigError, match=r"^conv must have one width less than embed, which has 3; got \(48,\)"
    ):
        with_settings(CONFIG, {"conv": (48,)})


def test_it_learns_what_links_and_words_say() -> None:
    graph = bibliography(300)
    scores = {
        m: fit(graph, model=m, split=(0.4, 0.2, 0.4), epochs=60).test.micro_f1
        for m in ("graph-cnn", "mlp")
    }
    assert scores["graph-cnn"] > max(0.85, scores["mlp"])
