"""GAT equals its formula."""

from __future__ import annotations

import numpy as np
import torch

from motifcnn.graph.flat import flat_adjacency
from motifcnn.methods.flat_inputs import flat_inputs
from motifcnn.methods.gat import GAT
from motifcnn.methods.method import Problem
from motifcnn.train import fit
from tests.small_graphs import bibliography


def softmax_over_links(e: np.ndarray, linked: np.ndarray) -> np.ndarray:
    weight = np.where(linked, np.exp(np.where(e > 0, e, 0.2 * e)), 0)
    return weight / weight.sum(axis=1, keepdims=True)


def test_logits_equal_the_formula() -> None:
    graph = bibliography()
    settings = GAT.settings.changed({"heads": 2, "hidden": (4, 5), "output_heads": 3})
    problem = Problem(graph, "paper", (), 3, settings)
    gat = GAT().build(problem)
    module = gat.module.eval()
    h = flat_inputs(problem).x.csr.toarray().astype(np.float64)
    linked = (flat_adjacency(graph).toarray() + np.eye(189)) > 0
    for number, conv in enumerate(module.convs):
        weight = conv.lin.weight.T if number else module.first
        z = (h @ weight.detach().numpy()).reshape(189, conv.heads, -1)
        row, column = (
            (z * att.detach().numpy()).sum(axis=2) for att in (conv.att_dst, conv.att_src)
        )
        heads = [
            softmax_over_links(row[:, k, None] + column[:, k], linked) @ z[:, k]
            for k in range(conv.heads)
        ]
        last = number == len(module.convs) - 1
        h = np.mean(heads, axis=0) if last else np.hstack(heads)
        h = h + conv.bias.detach().numpy()
        h = h if last else np.where(h > 0, h, np.expm1(h))
    rows = np.array([4, 50, 119])
    found = module(gat.view(rows, torch.device("cpu"))).detach().numpy()
    np.testing.assert_allclose(found, h[60 + rows], rtol=1e-3, atol=1e-5)


def test_it_learns_what_links_and_words_say() -> None:
    graph = bibliography(300)
    scores = {
        m: fit(graph, model=m, split=(0.2, 0.2, 0.6), epochs=200).test.micro_f1
        for m in ("gat", "mlp")
    }
    assert scores["gat"] > max(0.85, scores["mlp"])
