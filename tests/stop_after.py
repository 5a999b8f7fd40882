"""A callback that stops training, as Ctrl-C would."""

from __future__ import annotations

from motifcnn.train import Epoch


class StopAfter:
    """Raises KeyboardInterrupt after some epochs."""

    def __init__(self, epochs: int) -> None:
        self.epochs = epochs

    def start(self, epochs: int) -> None: ...

    def epoch(self, epoch: Epoch) -> None:
        if epoch.number == self.epochs:
            raise KeyboardInterrupt

    def end(self) -> None: ...
