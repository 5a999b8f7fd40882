from __future__ import annotations

import pytest

from motifcnn.methods.epoch import Epoch, followed

EPOCH = Epoch(1, 0.5, 0.6, 0.7, 0.8, 0.1)


class Noting:
    """Writes down what it is told."""

    def __init__(self) -> None:
        self.told: list[object] = []

    def start(self, epochs: int) -> None:
        self.told.append(epochs)

    def epoch(self, epoch: Epoch) -> None:
        self.told.append(epoch)

    def end(self) -> None:
        self.told.append("end")


def test_every_follower_is_told_of_the_start_and_of_the_end() -> None:
    followers = [Noting(), Noting()]
    with followed(followers, 30):
        for follower in followers:
            follower.epoch(EPOCH)
    assert all(follower.told == [30, EPOCH, "end"] for follower in followers)


def test_the_end_is_told_when_training_fails_and_the_error_is_kept() -> None:
    follower = Noting()
    with pytest.raises(ZeroDivisionError), followed([follower], 5):
        raise ZeroDivisionError
    assert follower.told == [5, "end"]
