r"""Majority: the same answer for every node, the classes of the training nodes.

The logit of class c is log p_c, or log p_c / (1 - p_c) where nodes have several classes, with p_c
the share of training nodes that have it. The prediction is the most frequent class; multi-label, it
is every class whose share reaches the threshold.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch

from motifcnn.methods.epoch import Callback, Epoch
from motifcnn.methods.method import Classifier, Method, Problem, Rows
from motifcnn.methods.probabilities import as_logits, class_shares
from motifcnn.methods.registry import register_method
from motifcnn.methods.task import Task
from motifcnn.methods.transductive import LogitTable
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
    """A table of logits with one row, which every node reads."""

    def __init__(self, classes: int) -> None:
        self.module = self.table = LogitTable(1, classes)

    def view(self, rows: Rows, device: torch.device) -> torch.Tensor:
        """The first row, as often as there are rows."""
        return torch.zeros(len(rows), dtype=torch.int64, device=device)

    def fit(self, task: Task, callbacks: Sequence[Callback]) -> list[Epoch]:
        """Sets the logits to the shares of the classes."""
        shares = class_shares(task.train_y, task.classes)
        self.table.logits.copy_(torch.from_numpy(as_logits(shares, task.multi_label)))
        return []
