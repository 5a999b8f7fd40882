"""What an epoch is worth on validation, and which one to keep."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch.nn import functional

from motifcnn.methods.epoch import Callback, Epoch, followed
from motifcnn.methods.finite import require_finite_epoch
from motifcnn.methods.scores import best_threshold, decide, quick_f1
from motifcnn.methods.task import Task
from motifcnn.nn.settings import Select


def loss_of(logits: torch.Tensor, y: torch.Tensor, weights: torch.Tensor | None) -> torch.Tensor:
    """Mean cross-entropy of logits, (n, c), for (n,) classes or (n, c) zeros and ones."""
    if y.ndim == 2:
        return functional.binary_cross_entropy_with_logits(logits, y, pos_weight=weights)
    return functional.cross_entropy(logits, y, weight=weights)


def probabilities(logits: torch.Tensor, multi_label: bool) -> npt.NDArray[np.float32]:
    """Softmax over classes, or a sigmoid per class: (n, c)."""
    values = torch.sigmoid(logits) if multi_label else torch.softmax(logits, dim=1)
    return np.asarray(values.detach().cpu().numpy(), dtype=np.float32)


def epoch_of(
    number: int, loss: float, val_loss: float, logits: torch.Tensor, task: Task, seconds: float
) -> Epoch:
    """The record of an epoch, with F1 from the logits of the validation nodes, (n_val, c)."""
    found = probabilities(logits, task.multi_label)
    threshold = best_threshold(task.val_y, found) if task.multi_label else 0.5
    decided = decide(found, task.multi_label, threshold)
    micro, macro = quick_f1(task.val_y, decided, task.classes)
    return Epoch(number, loss, val_loss, micro, macro, seconds)


def loss_on(
    logits: torch.Tensor, y: npt.NDArray[Any], weights: npt.NDArray[np.float32] | None
) -> float:
    """As `loss_of`, for labels and class weights that are arrays."""
    kind = logits.dtype if y.ndim == 2 else torch.int64
    scale = None if weights is None else torch.as_tensor(weights, dtype=logits.dtype)
    return float(loss_of(logits, torch.as_tensor(y, dtype=kind), scale))


def best_epoch(history: Sequence[Epoch], select: Select) -> int:
    """Index of the epoch to keep: the largest mean F1, the smallest loss, or the last epoch.

    Of equals it is the first; the loss decides between epochs of equal F1.

    Examples
    --------
    >>> losses = (0.9, 0.7, 0.8)
    >>> history = [Epoch(n, 1.0, loss, 0.5, 0.5, 0.1) for n, loss in enumerate(losses, start=1)]
    >>> best_epoch(history, "loss"), best_epoch(history, "f1")
    (1, 1)
    """

    def merit(i: int) -> tuple[float, ...]:
        epoch = history[i]
        if select == "last":
            return (float(i),)
        if select == "loss":
            return -epoch.val_loss, -i
        return epoch.val_micro_f1 + epoch.val_macro_f1, -epoch.val_loss, -i

    return max(range(len(history)), key=merit)


class Progress:
    """The epochs of a method that fits itself, scored and told to callbacks as they come."""

    def __init__(self, task: Task, callbacks: Sequence[Callback]) -> None:
        self.task, self.callbacks, self.began = task, callbacks, time.perf_counter()
        self.history: list[Epoch] = []

    def of(self, epochs: int) -> AbstractContextManager[None]:
        """Calls `start` of the callbacks with the number of epochs, and `end` at the end."""
        return followed(self.callbacks, epochs)

    def add(self, loss: float, logits: torch.Tensor) -> bool:
        """Adds an epoch by its logits of validation nodes, (n_val, c); True if it is the best."""
        task, seconds, number = self.task, time.perf_counter() - self.began, len(self.history) + 1
        val_loss = loss_on(logits, task.val_y, task.weights)
        epoch = epoch_of(number, loss, val_loss, logits, task, seconds)
        require_finite_epoch(epoch, self.history)
        self.history.append(epoch)
        for callback in self.callbacks:
            callback.epoch(self.history[-1])
        return best_epoch(self.history, "f1") == number - 1
