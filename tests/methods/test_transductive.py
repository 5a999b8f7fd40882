"""A table of logits gives rows back."""

from __future__ import annotations

import numpy as np
import torch

from motifcnn.baselines.known_nodes import KnownNodesClassifier, as_logits
from motifcnn.nn.settings import Settings
from motifcnn.train.problem import Problem
from motifcnn.train.task import Task
from tests.small_graphs import bibliography


def test_logits_give_the_probabilities_back() -> None:
    chances = np.random.default_rng(0).dirichlet(np.ones(4), 6)
    np.testing.assert_allclose(
        torch.softmax(torch.tensor(as_logits(chances, False)), dim=1), chances
    )
    np.testing.assert_allclose(torch.sigmoid(torch.tensor(as_logits(chances, True))), chances)
    assert np.isfinite(as_logits(np.array([[0.0, 1.0]]), True)).all()


def test_the_table_holds_what_was_learned() -> None:
    logits = np.random.default_rng(0).random((120, 3))
    classifier = KnownNodesClassifier(
        Problem(bibliography(), "paper", (), 3, Settings()), lambda *_: (logits, [])
    )
    rows = np.arange(120)
    assert classifier.fit_directly(Task(rows, rows, rows, rows, 3), torch.device("cpu"), ()) == []
    found = classifier.module(classifier.view(np.array([7, 3]), torch.device("cpu")))
    np.testing.assert_allclose(found, logits[[7, 3]], rtol=1e-6)
