"""Progress is a bar on a terminal and lines elsewhere; TensorBoard is optional."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from motifcnn.errors import MotifCNNError
from motifcnn.train import Epoch, ProgressBar, TensorBoard
from motifcnn.train import callbacks as module


def test_short_training_shows_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    for bar in (ProgressBar(drawn=True), ProgressBar()):
        bar.start(10)
        bar.epoch(Epoch(1, 0.5, 0.6, 0.7, 0.6, 0.1))
        bar.end()
    assert capsys.readouterr().err == ""


def test_loss_score_and_speed_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_PATIENCE", -1.0)
    bar = ProgressBar(drawn=True)
    bar.start(10)
    bar.epoch(Epoch(3, 0.5, 0.6, 0.71, 0.62, 0.1))
    text = bar._bar.tasks[0].fields["state"]
    bar.end()
    assert text.startswith("loss 0.500  validation 71.0/62.0")
    assert text.endswith("epochs/s")


def test_away_from_a_terminal_there_is_a_line_every_few_seconds(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = iter([100.0, 100.0, 101.0, 104.0, 105.5, 107.0, 111.0])
    monkeypatch.setattr(module.time, "monotonic", lambda: next(clock))
    bar = ProgressBar("gcn")
    bar.start(10)
    for number in range(1, 6):
        bar.epoch(Epoch(number, 0.5, 0.6, 0.71, 0.62, 0.1))
    bar.end()
    assert capsys.readouterr().err.splitlines() == [
        "gcn: epoch 3 of 10  loss 0.500  validation 71.0/62.0  0.5 epochs/s",
        "gcn: epoch 5 of 10  loss 0.500  validation 71.0/62.0  0.5 epochs/s",
    ]


def test_several_short_fits_are_as_long_as_one(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = iter(range(100, 120))
    monkeypatch.setattr(module.time, "monotonic", lambda: float(next(clock)))
    bar = ProgressBar("gcn")
    for _ in range(4):
        bar.start(1)
        bar.epoch(Epoch(1, 0.5, 0.6, 0.71, 0.62, 0.1))
        bar.end()
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_without_the_package_the_error_names_the_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "torch.utils.tensorboard", None)
    with pytest.raises(MotifCNNError, match=r"motifcnn\[tensorboard\]"):
        TensorBoard(tmp_path)


def test_curves_are_written(tmp_path: Path) -> None:
    pytest.importorskip("tensorboard", reason="the tensorboard extra is not installed")
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    board = TensorBoard(tmp_path)
    board.start(2)
    for epoch in (Epoch(1, 0.5, 0.6, 0.7, 0.65, 0.1), Epoch(2, 0.25, 0.5, 0.75, 0.7, 0.2)):
        board.epoch(epoch)
    board.end()
    written = EventAccumulator(str(tmp_path)).Reload()
    expected = {
        "loss": [0.5, 0.25],
        "val_loss": [0.6, 0.5],
        "val_micro_f1": [0.7, 0.75],
        "val_macro_f1": [0.65, 0.7],
    }
    assert set(written.Tags()["scalars"]) == set(expected)
    for name, values in expected.items():
        assert [event.step for event in written.Scalars(name)] == [1, 2]
        assert [event.value for event in written.Scalars(name)] == pytest.approx(values)
