"""Methods that speak of the nodes of one graph only: what they learn is a row of logits per node of the target type."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from motifcnn.nn.inputs import Inputs
from motifcnn.train.callback import Callback
from motifcnn.train.problem import Problem
from motifcnn.train.stopping import Epoch
from motifcnn.train.task import Task

# Less probable than this is not told apart: logits stay finite, and a class that no training node
# has keeps a chance.
FLOOR = 1e-6
Scores: TypeAlias = npt.NDArray[np.float64]
# Logits of every node of the target type, (n_target, c), and the epochs, if there are any.
Learn: TypeAlias = Callable[[Problem, Task, Sequence[Callback]], tuple[Scores, list[Epoch]]]


class KnownNodes(nn.Module):
    """A table of logits: (rows, classes)."""

    def __init__(self, rows: int, classes: int) -> None:
        super().__init__()
        self.register_buffer("logits", torch.zeros(rows, classes))

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        """Logits, (n, classes), of those rows."""
        logits: torch.Tensor = self.logits  # type: ignore[assignment]
        return logits[rows]


class KnownNodesClassifier:
    """Fills a table of logits by `learn`; after that it only looks rows up.

    Parameters
    ----------
    problem : Problem
    learn : callable
        From the problem, the task and the callbacks to logits, (n_target, c), and epochs.
    """

    def __init__(self, problem: Problem, learn: Learn) -> None:
        self.problem, self.learn = problem, learn
        self.inputs = problem.inputs or Inputs({}, {}, {})
        self.module = KnownNodes(problem.graph.counts[problem.target], problem.classes)

    def view(
        self, rows: npt.NDArray[np.int64], device: torch.device, *, once: bool = False
    ) -> torch.Tensor:
        """The rows."""
        return torch.tensor(rows, dtype=torch.int64, device=device)

    def attention(self, view: Any) -> list[torch.Tensor]:
        """Nothing: what a node was told by which path is not kept."""
        return []

    def fit_directly(
        self, task: Task, device: torch.device, callbacks: Sequence[Callback]
    ) -> list[Epoch]:
        """Learns the table."""
        logits, epochs = self.learn(self.problem, task, callbacks)
        table: torch.Tensor = self.module.logits  # type: ignore[assignment]
        table.copy_(torch.from_numpy(logits))
        return epochs


def as_logits(chances: Scores, multi_label: bool) -> Scores:
    """Logits whose softmax (or, multi-label, sigmoid) gives the probabilities back: (n, c).

    Examples
    --------
    >>> as_logits(np.array([[0.5, 0.5]]), multi_label=True)
    array([[0., 0.]])
    """
    chances = np.clip(chances, FLOOR, 1 - FLOOR)
    return np.asarray(
        np.log(chances / (1 - chances)) if multi_label else np.log(chances), dtype=np.float64
    )
