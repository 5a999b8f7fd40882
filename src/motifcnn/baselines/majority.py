"""Majority: the classes of the training nodes, whatever the node."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from motifcnn.nn.inputs import Inputs
from motifcnn.nn.settings import Settings
from motifcnn.train.callback import Callback
from motifcnn.train.method import Method
from motifcnn.train.problem import Problem
from motifcnn.train.stopping import Epoch
from motifcnn.train.task import Task


class Majority(nn.Module):
    """Log-odds of each class among the training nodes, as logits of every node."""

    def __init__(self, classes: int) -> None:
        super().__init__()
        self.register_buffer("logits", torch.zeros(classes))

    def forward(self, rows: int) -> torch.Tensor:
        """(rows, classes), every row the same."""
        logits: torch.Tensor = self.logits  # type: ignore[assignment]
        return logits.expand(rows, -1)


class MajorityClassifier:
    """Predicts the most frequent class; in a multi-label problem every class that most training nodes have."""

    def __init__(self, problem: Problem) -> None:
        self.inputs = problem.inputs or Inputs({}, {}, {})
        self.module = Majority(problem.classes)

    def view(self, rows: npt.NDArray[np.int64], device: torch.device, *, once: bool = False) -> int:
        """How many rows."""
        return len(rows)

    def attention(self, view: int) -> list[torch.Tensor]:
        """Nothing: there are no motifs."""
        return []

    def fit_directly(
        self, task: Task, device: torch.device, callbacks: Sequence[Callback]
    ) -> list[Epoch]:
        """Counts."""
        y = torch.as_tensor(task.train_y)
        logits: torch.Tensor = self.module.logits  # type: ignore[assignment]
        share = (
            y.float().mean(dim=0)
            if y.ndim == 2
            else torch.bincount(y, minlength=len(logits)).float() / len(y)
        )
        share = share.clamp(1e-6, 1 - 1e-6)
        logits.copy_(torch.logit(share) if y.ndim == 2 else torch.log(share))
        return []


METHOD = Method(MajorityClassifier, Settings())
