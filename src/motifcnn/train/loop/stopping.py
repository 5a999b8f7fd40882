"""When to stop, by validation alone."""

from __future__ import annotations

from collections.abc import Sequence

from motifcnn.methods.epoch import Epoch
from motifcnn.methods.validation import best_epoch
from motifcnn.nn.settings import TrainSettings


def should_stop(history: Sequence[Epoch], settings: TrainSettings) -> bool:
    """Whether training ends after these epochs.

    Examples
    --------
    >>> history = [Epoch(n, 1.0, 0.1 * n, 0.5, 0.5, 0.0) for n in (1, 2, 3)]
    >>> should_stop(history, TrainSettings(window=2)), should_stop(history, TrainSettings(window=3))
    (True, False)
    """
    if len(history) >= settings.epochs:
        return True
    if len(history) <= settings.window:
        return False
    if settings.stop == "patience":
        return len(history) - 1 - best_epoch(history, settings.select) >= settings.window
    recent = [epoch.val_loss for epoch in history[-settings.window - 1 : -1]]
    return history[-1].val_loss > sum(recent) / len(recent)
