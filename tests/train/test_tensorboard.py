"""TensorBoard is optional."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from motifcnn.errors import MotifCNNError
from motifcnn.train import Epoch, TensorBoard


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
