"""The bar shows itself only to those who wait at a terminal."""

from __future__ import annotations

import pytest

from motifcnn.train import Epoch, ProgressBar
from motifcnn.train import progress as module


def test_nothing_is_drawn_before_two_seconds_or_away_from_a_terminal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for bar in (ProgressBar(shown=True), ProgressBar()):
        bar.start(10)
        bar.epoch(Epoch(1, 0.5, 0.6, 0.7, 0.6, 0.1))
        bar.end()
    assert capsys.readouterr().err == ""


def test_loss_score_and_speed_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_PATIENCE", -1.0)
    bar = ProgressBar(shown=True)
    bar.start(10)
    bar.epoch(Epoch(3, 0.5, 0.6, 0.71, 0.62, 0.1))
    text = bar._bar.tasks[0].fields["state"]
    bar.end()
    assert text.startswith("loss 0.500  validation 71.0/62.0")
    assert text.endswith("epochs/s")
