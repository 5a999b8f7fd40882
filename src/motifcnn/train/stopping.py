"""When to stop, and which epoch to keep, by validation alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from motifcnn.nn.settings import Settings


@dataclass(frozen=True)
class Epoch:
    """What one epoch came to.

    Parameters
    ----------
    number : int
        From 1.
    loss, val_loss : float
        Mean loss of the training step and on validation.
    val_micro_f1, val_macro_f1 : float
    seconds : float
        Since training began.
    """

    number: int
    loss: float
    val_loss: float
    val_micro_f1: float
    val_macro_f1: float
    seconds: float


def merit(epoch: Epoch, config: Settings) -> tuple[float, float]:
    """What the best epoch has most of; the loss decides between equal F1."""
    if config.select == "loss":
        return -epoch.val_loss, 0.0
    return epoch.val_micro_f1 + epoch.val_macro_f1, -epoch.val_loss


def best_epoch(history: Sequence[Epoch], config: Settings) -> int:
    """Index of the epoch to keep; the first among equals.

    Examples
    --------
    >>> history = [Epoch(1, 1.0, 0.9, 0.5, 0.5, 0.1), Epoch(2, 0.8, 0.7, 0.6, 0.6, 0.2), Epoch(3, 0.6, 0.8, 0.6, 0.6, 0.3)]
    >>> best_epoch(history, Settings(select="loss"))
    1
    """
    return max(range(len(history)), key=lambda i: (merit(history[i], config), -i))


def should_stop(history: Sequence[Epoch], config: Settings) -> bool:
    """Whether another epoch would be one too many."""
    if len(history) >= config.epochs:
        return True
    if len(history) <= config.window:
        return False
    if config.stop == "patience":
        return len(history) - 1 - best_epoch(history, config) >= config.window
    recent = [epoch.val_loss for epoch in history[-config.window - 1 : -1]]
    return history[-1].val_loss > sum(recent) / len(recent)
