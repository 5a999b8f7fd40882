"""Transductive methods: what they learn is a row of logits per target node of one graph."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import nn

from motifcnn.graph.graph import Graph
from motifcnn.methods.epoch import Callback, Epoch
from motifcnn.methods.metapaths import symmetric_metapaths
from motifcnn.methods.method import Classifier, Method, Problem, Rows
from motifcnn.methods.probabilities import Floats
from motifcnn.methods.task import Task
from motifcnn.methods.validation import Progress
from motifcnn.motif.motif import Motif
from motifcnn.nn.settings import Settings


class TransductiveMethod(Method):
    """A method that classifies the nodes of its training graph and no others.

    A child defines `learn`, which fits the method in its own way.
    """

    transductive = True
    batches = False

    def learn(self, problem: Problem, task: Task, progress: Progress) -> Floats:
        """Logits of every node of the target type, (n_target, c); epochs, if any, are added."""
        raise NotImplementedError

    def build(self, problem: Problem) -> TransductiveClassifier:
        """An empty table of logits; `fit` fills it by `learn`."""
        return TransductiveClassifier(self, problem)


class MetapathMethod(TransductiveMethod):
    """A transductive method along metapaths, which are motifs and may be named."""

    uses_motifs = True

    def default_motifs(self, graph: Graph, target: str, settings: Settings) -> tuple[Motif, ...]:
        """The symmetric metapaths of at most five nodes."""
        return symmetric_metapaths(graph.schema, target)


class LogitTable(nn.Module):
    """Logits by row: (rows, classes)."""

    logits: torch.Tensor

    def __init__(self, rows: int, classes: int) -> None:
        super().__init__()
        self.register_buffer("logits", torch.zeros(rows, classes))

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        """Logits, (n, classes), of those rows."""
        return self.logits[rows]


class TransductiveClassifier(Classifier):
    """Fills a table of logits once; predicting looks rows up and needs nothing of the graph."""

    def __init__(self, method: TransductiveMethod, problem: Problem) -> None:
        self.method, self.problem = method, problem
        self.module = self.table = LogitTable(problem.rows, problem.classes)

    def view(self, rows: Rows, device: torch.device) -> torch.Tensor:
        return torch.tensor(rows, dtype=torch.int64, device=device)

    def fit(self, task: Task, callbacks: Sequence[Callback]) -> list[Epoch]:
        progress = Progress(task, callbacks)
        logits = self.method.learn(self.problem, task, progress)
        self.table.logits.copy_(torch.from_numpy(logits))
        return progress.history
