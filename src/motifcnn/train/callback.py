"""Callback: what is told how training goes."""

from __future__ import annotations

from typing import Protocol

from motifcnn.train.stopping import Epoch


class Callback(Protocol):
    """Is told how training goes."""

    def start(self, epochs: int) -> None:
        """Called before the first epoch with the largest number of epochs."""
        ...

    def epoch(self, epoch: Epoch) -> None:
        """Called after each epoch."""
        ...

    def end(self) -> None:
        """Called after the last epoch, also when training fails."""
        ...
