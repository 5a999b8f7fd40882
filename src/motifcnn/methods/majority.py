r"""Majority: the same answer for every node, the classes of the training nodes.

The logit of class c is log p_c, or log p_c / (1 - p_c) where nodes have several classes, with p_c
the share of training nodes that have it. The prediction is the most frequent class; multi-label, it
is every class whose share reaches the threshold.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import nn

from motifcnn.methods.epoch import Callback, Epoch
from motifcnn.methods.method import Classifier, Method, Problem, Rows
from motifcnn.methods.probabilities import as_logits, class_shares
from motifcnn.methods.registry import register_method
from motifcnn.methods.task import Task
from motifcnn.nn.settings import Settings


@register_method
class Majority(Method):
    """The most frequent class of the training nodes."""

    name = "majority"
    settings = Settings()
    batches = False

    def build(self, problem: Problem) -> MajorityClassifier:
        """A classifier without inputs."""
        return MajorityClassifier(problem.classes)


class MajorityClassifier(Classifier):
    """Counts the classes of the training nodes."""

    def __init__(self, classes: int) -> None:
        self.module = ConstantLogits(classes)

    def view(self, rows: Rows, device: torch.device) -> int:
        """How many rows to answer for."""
        return len(rows)

    def fit(self, task: Task, callbacks: Sequence[Callback]) -> list[Epoch]:
        """Sets the logits to the shares of the classes."""
        logits: torch.Tensor = self.module.logits  # type: ignore[assignment]
        shares = class_shares(task.train_y, task.classes)
        logits.copy_(torch.from_numpy(as_logits(shares, task.multi_label)))
        return []


class ConstantLogits(nn.Module):
    """The same logits for every node: (classes,)."""

    def __init__(self, classes: int) -> None:
        super().__init__()
        self.register_buffer("logits", torch.zeros(classes))

    def forward(self, rows: int) -> torch.Tensor:
        """(rows, classes)."""
        logits: torch.Tensor = self.logits  # type: ignore[assignment]
        return logits.expand(rows, -1)
