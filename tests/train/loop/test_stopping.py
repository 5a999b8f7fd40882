"""Stopping and selecting."""

from __future__ import annotations

from motifcnn.methods.epoch import Epoch
from motifcnn.methods.validation import best_epoch
from motifcnn.nn.settings import TrainSettings
from motifcnn.train.loop.stopping import should_stop


def epochs(losses: list[float], scores: list[float] | None = None) -> list[Epoch]:
    scores = scores or [0.0] * len(losses)
    return [
        Epoch(i, 0.0, loss, s, s, 0.0)
        for i, (loss, s) in enumerate(zip(losses, scores, strict=True), 1)
    ]


def test_window_mean_stops_when_the_loss_exceeds_the_mean_of_the_window() -> None:
    config = TrainSettings(window=3, stop="window-mean")
    assert not should_stop(epochs([4, 3, 2, 2.9]), config)
    assert should_stop(epochs([4, 3, 2, 3.1]), config)
    assert not should_stop(epochs([1, 9]), config)


def test_patience_stops_when_the_best_epoch_is_a_window_ago() -> None:
    config = TrainSettings(window=2, stop="patience", select="loss")
    assert not should_stop(epochs([3, 1, 2]), config)
    assert should_stop(epochs([3, 1, 2, 2]), config)


def test_the_largest_number_of_epochs_ends_it() -> None:
    assert should_stop(epochs([3, 2]), TrainSettings(epochs=2))
    assert not should_stop(epochs([3, 2]), TrainSettings(epochs=3))


def test_f1_selects_and_the_loss_decides_between_equals() -> None:
    assert best_epoch(epochs([3, 1, 2], [0.5, 0.5, 0.4]), "f1") == 1
    assert best_epoch(epochs([3, 1, 2], [0.6, 0.5, 0.4]), "f1") == 0
    assert best_epoch(epochs([3, 1, 2], [0.6, 0.5, 0.4]), "loss") == 1
