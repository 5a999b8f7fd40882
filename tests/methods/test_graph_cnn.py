"""Graph-CNN equals its formula."""

from __future__ import annotations

import numpy as np
import torch

from motifcnn.methods.flat_inputs import flat_inputs
from motifcnn.methods.graph_cnn import GraphCNN
from motifcnn.methods.method import Problem
from motifcnn.train import fit
from tests.methods.test_relation_means import dense_means
from tests.small_graphs import bibliography


def test_logits_equal_the_formula() -> None:
    graph = bibliography()
    settings = GraphCNN.settings.changed({"layers": 2, "first": 6, "embed": 4, "conv": 5})
    problem = Problem(graph, "paper", (), 3, settings)
    classifier = GraphCNN().build(problem)
    net = classifier.module.eval()
    for norm in (*net.embed_norms, *net.conv_norms):
        norm.running_mean.uniform_(-0.1, 0.1)
        norm.running_var.uniform_(0.5, 1.5)
    a = [torch.tensor(part, dtype=torch.float32) for part in dense_means(graph)]

    def normalised(v: torch.Tensor, norm: torch.nn.BatchNorm1d) -> torch.Tensor:
        return torch.relu((v - norm.running_mean) / torch.sqrt(norm.running_var + norm.eps))

    def convolved(v: torch.Tensor, number: int) -> torch.Tensor:
        conv = net.convs[number]
        return (
            sum(a_l @ v @ w for a_l, w in zip(a, conv.weights, strict=True))
            + v @ conv.own.weight.T
            + conv.own.bias
        )

    v = torch.tensor(flat_inputs(problem).x.csr.toarray()) @ net.first
    v = normalised(convolved(normalised(v, net.embed_norms[0]), 0), net.conv_norms[0])
    v = normalised(v @ net.embeds[0].weight.T + net.embeds[0].bias, net.embed_norms[1])
    rows = np.array([4, 50, 119])
    found = net(classifier.view(rows, torch.device("cpu")))
    torch.testing.assert_close(found, convolved(v, 1)[60 + rows], rtol=1e-3, atol=1e-5)


def test_the_recipe_has_the_layers_of_the_paper() -> None:
    net = GraphCNN().build(Problem(bibliography(), "paper", (), 7, GraphCNN.settings)).module
    shapes = [tuple(conv.own.weight.shape) for conv in net.convs]
    assert shapes == [(48, 256), (48, 32), (7, 32)]
    assert [tuple(embed.weight.shape) for embed in net.embeds] == [(32, 48), (32, 48)]


def test_it_learns_what_links_and_words_say() -> None:
    graph = bibliography(300)
    scores = {
        m: fit(graph, model=m, split=(0.4, 0.2, 0.4), epochs=60).test.micro_f1
        for m in ("graph-cnn", "mlp")
    }
    assert scores["graph-cnn"] > max(0.85, scores["mlp"])
