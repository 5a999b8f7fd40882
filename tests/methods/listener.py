"""A callback that writes down what it is told."""

from __future__ import annotations

from motifcnn.methods.epoch import Epoch


class Listener:
    def __init__(self) -> None:
        self.heard: list[object] = []

    def start(self, epochs: int) -> None:
        self.heard.append(epochs)

    def epoch(self, epoch: Epoch) -> None:
        self.heard.append(epoch.number)

    def end(self) -> None:
        self.heard.append("end")
