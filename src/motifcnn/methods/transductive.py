"""Transductive methods: what they learn is a row of logits per target node of one graph."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import nn

from motifcnn.methods.epoch import Callback, Epoch
from motifcnn.methods.method import Classifier, Method, Problem, Rows
from motifcnn.methods.probabilities import Floats
from motifcnn.methods.task import Task


class TransductiveMethod(Method):
    """A method that classifies the nodes of its training graph and no others.

    A child defines `learn`, which fits the method in its own way.
    """

    transductive = True
    batches = False

    def learn(
        self, problem: Problem, task: Task, callbacks: Sequence[Callback]
    ) -> tuple[Floats, list[Epoch]]:
        """Logits of every node of the target type, (n_target, c), and the epochs, if any."""
        raise NotImplementedError

    def build(self, problem: Problem) -> TransductiveClassifier:
        """An empty table of logits; `fit` fills it by `learn`."""
        return TransductiveClassifier(self, problem)


class TransductiveClassifier(Classifier):
    """Fills a table of logits once; predicting looks rows up and needs nothing of the graph.

    Parameters
    ----------
    method : TransductiveMethod
    problem : Problem
    """

    def __init__(self, method: TransductiveMethod, problem: Problem) -> None:
        self.method, self.problem = method, problem
        self.module = LogitTable(problem.rows, problem.classes)

    def view(self, rows: Rows, device: torch.device) -> torch.Tensor:
        """The rows themselves."""
        return torch.tensor(rows, dtype=torch.int64, device=device)

    def fit(self, task: Task, callbacks: Sequence[Callback]) -> list[Epoch]:
        """Learns the table."""
        logits, epochs = self.method.learn(self.problem, task, callbacks)
        table: torch.Tensor = self.module.logits  # type: ignore[assignment]
        table.copy_(torch.from_numpy(logits))
        return epochs


class LogitTable(nn.Module):
    """Logits of every node of the target type: (rows, classes)."""

    def __init__(self, rows: int, classes: int) -> None:
        super().__init__()
        self.register_buffer("logits", torch.zeros(rows, classes))

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        """Logits, (n, classes), of those rows."""
        logits: torch.Tensor = self.logits  # type: ignore[assignment]
        return logits[rows]
