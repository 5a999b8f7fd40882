"""When training stops."""

from __future__ import annotations

import pytest

from motifcnn.methods.epoch import Epoch
from motifcnn.nn.settings import TrainSettings
from motifcnn.train.loop.stopping import SMOOTH, should_stop


def epochs(losses: list[float], scores: list[float] | None = None) -> list[Epoch]:
    scores = scores or [0.0] * len(losses)
    return [
        Epoch(i, 0.0, loss, s, s, 0.0)
        for i, (loss, s) in enumerate(zip(losses, scores, strict=True), 1)
    ]


def test_window_mean_stops_when_the_loss_exceeds_the_mean_of_the_window() -> None:
    settings = TrainSettings(window=3, stop="window-mean")
    assert not should_stop(epochs([4, 3, 2, 2.9]), settings)
    assert should_stop(epochs([4, 3, 2, 3.1]), settings)
    assert not should_stop(epochs([1, 9]), settings)


def test_patience_stops_when_the_best_epoch_is_a_window_ago() -> None:
    settings = TrainSettings(window=2, stop="patience", select="loss")
    best = [1.0] * SMOOTH
    assert not should_stop(epochs([3, *best, 2]), settings)
    assert should_stop(epochs([3, *best, 2, 2]), settings)


def test_patience_looks_at_a_mean_so_that_one_lucky_epoch_does_not_end_training() -> None:
    rising = [0.1, 0.9, *(0.2 + 0.01 * i for i in range(20))]
    history = epochs([1.0] * len(rising), rising)
    assert not should_stop(history, TrainSettings(window=10, select="f1"))


def test_patience_follows_what_is_selected_by() -> None:
    n = SMOOTH + 3
    history = epochs([1.0 * i for i in range(n)], [0.1 * i for i in range(n)])
    assert should_stop(history, TrainSettings(window=3, select="loss"))
    assert not should_stop(history, TrainSettings(window=3, select="f1"))


@pytest.mark.parametrize("stop", ["patience", "window-mean"])
def test_the_largest_number_of_epochs_ends_it(stop: str) -> None:
    assert should_stop(epochs([3, 2]), TrainSettings(epochs=2, stop=stop))
    assert not should_stop(epochs([3, 2]), TrainSettings(epochs=3, stop=stop))
