"""Two methods of a few lines: one that learns by gradient steps, one that fits in its own way."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, ClassVar

import numpy as np
import torch
from torch import nn

from motifcnn.methods import Classifier, Method, Problem
from motifcnn.methods.epoch import Callback, Epoch
from motifcnn.methods.task import Task
from motifcnn.nn.settings import Settings, Share, TrainSettings, Widths


class TinySettings(TrainSettings):
    hidden: Widths = (8,)
    dropout: Share = 0.2


class TinyClassifier(Classifier):
    """A network over the features of the target type."""

    def __init__(self, problem: Problem) -> None:
        s: Any = problem.settings
        x = problem.graph.features[problem.target]
        self.x = torch.tensor(np.asarray(x, dtype=np.float32))
        sizes = [self.x.shape[1], *s.hidden]
        layers: list[nn.Module] = []
        for one, two in pairwise(sizes):
            layers += [nn.Linear(one, two), nn.ReLU(), nn.Dropout(s.dropout)]
        self.module = nn.Sequential(*layers, nn.Linear(sizes[-1], problem.classes))

    def view(self, rows: Any, device: torch.device) -> Any:
        return self.x[torch.tensor(rows)].to(device)


class TinyNetwork(Method):
    """Words alone."""

    name = "tiny-network"
    settings = TinySettings(learning_rate=0.02, epochs=60)
    search_space: ClassVar = {"learning_rate": (0.001, 0.01, 0.1), "hidden": ((4,), (16,), (32,))}

    def build(self, problem: Problem) -> TinyClassifier:
        return TinyClassifier(problem)


class RatesClassifier(Classifier):
    """The same probabilities for every node: the shares of the classes."""

    def __init__(self, problem: Problem) -> None:
        self.module = Rates(problem.classes)

    def view(self, rows: Any, device: torch.device) -> Any:
        return torch.zeros(len(rows), device=device)

    def fit(self, task: Task, callbacks: Sequence[Callback]) -> list[Epoch]:
        counts = np.bincount(task.train_y, minlength=task.classes)
        self.module.logits += torch.log(torch.tensor((counts + 1) / (counts + 1).sum()))
        return []


class Rates(nn.Module):
    def __init__(self, classes: int) -> None:
        super().__init__()
        self.logits: torch.Tensor
        self.register_buffer("logits", torch.zeros(classes))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.logits.expand(len(x), -1)


class TinyRates(Method):
    """One class per node, known nodes only, all at once."""

    name = "tiny-rates"
    settings = Settings()
    multi_label = False
    transductive = True
    batches = False

    def build(self, problem: Problem) -> RatesClassifier:
        return RatesClassifier(problem)
