"""When to stop, by validation alone."""

from __future__ import annotations

from collections.abc import Sequence

from motifcnn.methods.epoch import Epoch
from motifcnn.nn.settings import TrainSettings

SMOOTH = 5
"""Epochs over which patience averages the validation score, so that one noisy epoch does not end
training early."""


def should_stop(history: Sequence[Epoch], settings: TrainSettings) -> bool:
    """Whether training ends after these epochs.

    Examples
    --------
    >>> rising = [Epoch(n, 1.0, 0.1 * n, 0.5, 0.5, 0.0) for n in range(1, 9)]
    >>> should_stop(rising, TrainSettings(window=3, select="loss"))
    True
    >>> should_stop(rising, TrainSettings(window=4, select="loss"))
    False
    """
    if len(history) >= settings.epochs:
        return True
    if len(history) <= settings.window:
        return False
    if settings.stop == "patience":
        means = smoothed([_score(epoch, settings) for epoch in history])
        best = max(range(len(means)), key=means.__getitem__, default=0)
        return len(means) - 1 - best >= settings.window
    recent = [epoch.val_loss for epoch in history[-settings.window - 1 : -1]]
    return history[-1].val_loss > sum(recent) / len(recent)


def smoothed(scores: Sequence[float]) -> list[float]:
    """The means of `SMOOTH` scores in a row; none where there are fewer.

    Examples
    --------
    >>> smoothed([0.0, 1.0, 0.5, 0.5, 0.5, 1.0])
    [0.5, 0.7]
    """
    return [sum(scores[i : i + SMOOTH]) / SMOOTH for i in range(len(scores) - SMOOTH + 1)]


def _score(epoch: Epoch, settings: TrainSettings) -> float:
    if settings.select == "f1":
        return epoch.val_micro_f1 + epoch.val_macro_f1
    return -epoch.val_loss
