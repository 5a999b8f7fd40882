"""A table of logits holds what was learned and gives rows back."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from motifcnn.methods.method import Problem
from motifcnn.methods.task import Task
from motifcnn.methods.transductive import TransductiveMethod
from motifcnn.methods.validation import Progress
from motifcnn.nn.settings import Settings
from tests.small_graphs import bibliography

LOGITS = np.random.default_rng(0).random((120, 3))


class Known(TransductiveMethod):
    name = "known"
    settings = Settings()

    def learn(self, problem: Problem, task: Task, progress: Progress) -> np.ndarray:
        return LOGITS


def test_the_table_holds_what_was_learned() -> None:
    classifier = Known().build(Problem(bibliography(), "paper", (), 3, Settings()))
    rows = np.arange(120)
    assert classifier.fit(Task(rows, rows, rows, rows, 3), ()) == []
    found = classifier(classifier.view(np.array([7, 3]), torch.device("cpu")))
    np.testing.assert_allclose(found, LOGITS[[7, 3]], rtol=1e-6)


def test_a_method_says_how_it_learns() -> None:
    problem = Problem(bibliography(), "paper", (), 3, Settings())
    rows = np.arange(120)
    with pytest.raises(NotImplementedError):
        TransductiveMethod().build(problem).fit(Task(rows, rows, rows, rows, 3), ())
