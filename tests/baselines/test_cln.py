"""CLN equals its formula, and resumes with the learning rate it had."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
import torch

from motifcnn.baselines.cln import CONFIG, CLNClassifier
from motifcnn.baselines.gcn import stacked_inputs
from motifcnn.baselines.slices import places
from motifcnn.nn.settings import with_settings
from motifcnn.train import fit
from motifcnn.train.problem import Problem
from tests.baselines.test_slices import stacked
from tests.small_graphs import bibliography
from tests.stop_after import StopAfter


def test_logits_equal_the_formula() -> None:
    graph = bibliography()
    problem = Problem(graph, "paper", (), 3, with_settings(CONFIG, {"hidden": 6, "layers": 3}))
    torch.manual_seed(0)
    classifier = CLNClassifier(problem)
    net = classifier.module.train(False)
    a = [torch.tensor(part, dtype=torch.float32) for part in stacked(graph)]
    z = torch.ones(189, 1)
    z[places(graph)["paper"]] = 2  # papers read authors and venues, those read papers alone
    h = torch.relu(torch.tensor(stacked_inputs(problem)[1].toarray()) @ net.enter + net.enter_bias)
    for gate_bias in net.gate_bias:
        read = h @ net.own + sum(a_r @ h @ w for a_r, w in zip(a, net.relations, strict=True)) / z
        new, gate = torch.relu(read[:, :6] + net.bias), torch.sigmoid(read[:, 6:] + gate_bias)
        h = gate * new + (1 - gate) * h
    rows = np.array([4, 50, 119])
    expected = h[60 + rows] @ net.leave.weight.T + net.leave.bias
    torch.testing.assert_close(
        net(classifier.view(rows, torch.device("cpu"))), expected, rtol=1e-3, atol=1e-5
    )


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
