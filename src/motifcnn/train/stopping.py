"""When to stop, and which epoch to keep, by validation alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from motifcnn.nn.settings import Settings

_SHARE_OF_LOSS = 0.1


@dataclass(frozen=True)
class Epoch:
    """What one epoch came to.

    Parameters
    ----------
    number : int
        From 1.
    loss, val_loss : float
        Mean loss of the training step and on validation; methods that fit themselves have that on
        validation twice.
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


def merit(epochs: Sequence[Epoch], config: Settings) -> tuple[float, float]:
    """What the best epoch has most of, as the mean over it and those just before it; the loss decides between equal F1."""
    loss = sum(epoch.val_loss for epoch in epochs) / len(epochs)
    if config.select == "loss":
        return -loss, 0.0
    f1 = sum(epoch.val_micro_f1 + epoch.val_macro_f1 for epoch in epochs) / (2 * len(epochs))
    return f1 - (_SHARE_OF_LOSS * loss if config.select == "both" else 0.0), -loss


def best_epoch(history: Sequence[Epoch], config: Settings) -> int:
    """Index of the epoch to keep; the first among equals.

    Examples
    --------
    >>> history = [Epoch(1, 1.0, 0.9, 0.5, 0.5, 0.1), Epoch(2, 0.8, 0.7, 0.6, 0.6, 0.2), Epoch(3, 0.6, 0.8, 0.6, 0.6, 0.3)]
    >>> best_epoch(history, Settings(select="loss"))
    1
    >>> best_epoch(history, Settings(select="f1", smooth=2))
    2
    """
    known = range(min(config.smooth, len(history)) - 1, len(history))
    return max(
        known, key=lambda i: (merit(history[max(i + 1 - config.smooth, 0) : i + 1], config), -i)
    )


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
