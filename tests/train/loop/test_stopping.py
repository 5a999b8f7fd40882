"""Stopping and selecting."""

from __future__ import annotations

from motifcnn.nn.presets import Config
from motifcnn.train.stopping import Epoch, best_epoch, should_stop


def epochs(losses: list[float], scores: list[float] | None = None) -> list[Epoch]:
    scores = scores or [0.0] * len(losses)
    return [
        Epoch(i, 0.0, loss, s, s, 0.0)
        for i, (loss, s) in enumerate(zip(losses, scores, strict=True), 1)
    ]


def test_window_mean_stops_when_the_loss_exceeds_the_mean_of_the_window() -> None:
    config = Config(window=3, stop="window-mean")
    assert not should_stop(epochs([4, 3, 2, 2.9]), config)
    assert should_stop(epochs([4, 3, 2, 3.1]), config)
    assert not should_stop(epochs([1, 9]), config)


def test_patience_stops_when_the_best_epoch_is_a_window_ago() -> None:
    config = Config(window=2, stop="patience", select="loss")
    assert not should_stop(epochs([3, 1, 2]), config)
    assert should_stop(epochs([3, 1, 2, 2]), config)


def test_the_largest_number_of_epochs_ends_it() -> None:
    assert should_stop(epochs([3, 2]), Config(epochs=2))
    assert not should_stop(epochs([3, 2]), Config(epochs=3))


def test_f1_selects_and_the_loss_decides_between_equals() -> None:
    assert best_epoch(epochs([3, 1, 2], [0.5, 0.5, 0.4]), Config(select="f1")) == 1
    assert best_epoch(epochs([3, 1, 2], [0.6, 0.5, 0.4]), Config(select="f1")) == 0
    assert best_epoch(epochs([3, 1, 2], [0.6, 0.5, 0.4]), Config(select="loss")) == 1


def test_of_both_the_loss_decides_between_f1_that_hardly_differ() -> None:
    assert best_epoch(epochs([3.0, 1.0], [0.60, 0.59]), Config(select="both")) == 1
    assert best_epoch(epochs([1.5, 1.0], [0.60, 0.50]), Config(select="both")) == 0
    assert best_epoch(epochs([3.0, 1.0], [0.60, 0.59]), Config(select="f1")) == 0


def test_a_smooth_choice_is_not_taken_in_by_one_lucky_epoch() -> None:
    history = epochs([1] * 6, [0.5, 0.9, 0.5, 0.7, 0.8, 0.7])
    assert best_epoch(history, Config(select="f1")) == 1
    assert best_epoch(history, Config(select="f1", smooth=3)) == 5


def test_before_there_are_enough_epochs_to_average_the_last_one_is_kept() -> None:
    assert best_epoch(epochs([1, 1], [0.9, 0.1]), Config(select="f1", smooth=3)) == 1
