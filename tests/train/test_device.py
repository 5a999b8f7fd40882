"""Devices by name."""

from __future__ import annotations

import pytest
import torch

from motifcnn.nn.settings import ConfigError
from motifcnn.train.device import find_device


def test_auto_takes_a_gpu_where_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    for there, expected in ((True, "cuda"), (False, "cpu")):
        monkeypatch.setattr(torch.cuda, "is_available", lambda there=there: there)
        assert find_device("auto").type == expected
    assert find_device("cpu") == torch.device("cpu")


def test_an_unknown_name_or_a_missing_gpu_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ConfigError, match="device 'gpu' is unknown; write auto, cpu or cuda"):
        find_device("gpu")
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    with pytest.raises(ConfigError, match="device 'cuda:1': torch finds no GPU here"):
        find_device("cuda:1")
