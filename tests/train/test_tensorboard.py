"""TensorBoard is optional."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from motifcnn.errors import MotifCNNError
from motifcnn.train import Epoch, TensorBoard


def test_without_the_package_the_error_names_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch.utils.tensorboard", None)
    with pytest.raises(MotifCNNError, match=r"motifcnn\[tensorboard\]"):
        TensorBoard(tmp_path)


def test_curves_are_written(tmp_path: Path) -> None:
    pytest.importorskip("tensorboard", reason="the tensorboard extra is not installed")
    board = TensorBoard(tmp_path)
    board.start(1)
    board.epoch(Epoch(1, 0.5, 0.6, 0.7, 0.6, 0.1))
    board.end()
    assert list(tmp_path.glob("events*"))
