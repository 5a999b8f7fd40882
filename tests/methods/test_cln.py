"""CLN equals its formula, and resumes with the learning rate it had."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
import torch

from motifcnn.graph.flat import offsets
from motifcnn.methods.cln import CLN
from motifcnn.methods.flat_inputs import flat_inputs
from motifcnn.methods.method import Problem
from motifcnn.train import fit
from tests.methods.test_relation_means import dense_means
from tests.small_graphs import bibliography
from tests.stop_after import StopAfter


def test_logits_equal_the_formula() -> None:
    graph = bibliography()
    settings = CLN.settings.changed({"hidden": 6, "layers": 3})
    problem = Problem(graph, "paper", (), 3, settings)
    classifier = CLN().build(problem)
    net = classifier.module.eval()
    a = [torch.tensor(part, dtype=torch.float32) for part in dense_means(graph)]
    z = torch.ones(189, 1)
    z[offsets(graph)["paper"]] = 2  # papers read authors and venues, those read papers alone

    def mixed(h: torch.Tensor, mix: torch.nn.Module) -> torch.Tensor:
        read = sum(a_r @ h @ v for a_r, v in zip(a, mix.v, strict=True))
        return h @ mix.w + read / z + mix.b

    h = torch.relu(torch.tensor(flat_inputs(problem).x.csr.toarray()) @ net.enter + net.enter_bias)
    for _ in range(3):
        gate = torch.sigmoid(mixed(h, net.gate))
        h = gate * torch.relu(mixed(h, net.candidate)) + (1 - gate) * h
    rows = np.array([4, 50, 119])
    expected = h[60 + rows] @ net.leave.weight.T + net.leave.bias
    found = net(classifier.view(rows, torch.device("cpu")))
    torch.testing.assert_close(found, expected, rtol=1e-3, atol=1e-5)


def test_the_deeper_the_network_the_more_its_layers_keep_at_first() -> None:
    for layers in (1, 10):
        settings = CLN.settings.changed({"layers": layers, "hidden": 4})
        net = CLN().build(Problem(bibliography(), "paper", (), 3, settings)).module
        torch.testing.assert_close(net.gate.b.detach(), torch.full((4,), -0.1 * layers))


def test_a_resumed_run_has_the_same_bits_though_its_learning_rate_was_halved(
    tmp_path: Path,
) -> None:
    graph = bibliography()
    options = {
        "model": "cln",
        "split": (0.4, 0.2, 0.4),
        "epochs": 14,
        "settings": {"halve_after": 1, "layers": 3, "learning_rate": 0.3},
    }
    whole = fit(graph, **options)
    losses = [epoch.val_loss for epoch in whole.history[:8]]
    assert any(later >= earlier for earlier, later in pairwise(losses))
    with pytest.raises(KeyboardInterrupt):
        fit(graph, checkpoint=tmp_path, checkpoint_every=3, callbacks=[StopAfter(10)], **options)
    resumed = fit(graph, checkpoint=tmp_path, **options)
    assert all(np.array_equal(whole.weights[k], resumed.weights[k]) for k in whole.weights)
    assert [e.val_loss for e in whole.history] == [e.val_loss for e in resumed.history]


def test_it_learns_what_links_and_words_say() -> None:
    graph = bibliography(300)
    scores = {
        m: fit(graph, model=m, split=(0.4, 0.2, 0.4), epochs=80).test.micro_f1
        for m in ("cln", "mlp")
    }
    assert scores["cln"] > max(0.8, scores["mlp"])
