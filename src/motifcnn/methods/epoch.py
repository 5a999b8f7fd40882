"""Epoch: the record of one pass of training, and who is told about it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol


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
        Scores on validation nodes, from 0 to 1.
    seconds : float
        Since training began.
    """

    number: int
    loss: float
    val_loss: float
    val_micro_f1: float
    val_macro_f1: float
    seconds: float


class Callback(Protocol):
    """An object that follows training."""

    def start(self, epochs: int) -> None:
        """Called before the first epoch with the largest number of epochs."""
        ...

    def epoch(self, epoch: Epoch) -> None:
        """Called after each epoch."""
        ...

    def end(self) -> None:
        """Called after the last epoch, also when training fails."""
        ...


@contextmanager
def followed(callbacks: Sequence[Callback], epochs: int) -> Iterator[None]:
    """Calls `start` of every callback, and `end` at the end, also when training fails."""
    for callback in callbacks:
        callback.start(epochs)
    try:
        yield
    finally:
        for callback in callbacks:
            callback.end()
