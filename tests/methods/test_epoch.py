"""Callbacks hear when epochs begin and end."""

from __future__ import annotations

import pytest

from motifcnn.methods.epoch import Epoch, followed
from tests.methods.listener import Listener


def test_the_end_is_told_also_when_training_fails() -> None:
    listener = Listener()
    with pytest.raises(RuntimeError), followed([listener], 3):
        listener.epoch(Epoch(1, 0.0, 0.0, 0.0, 0.0, 0.0))
        raise RuntimeError
    assert listener.heard == [3, 1, "end"]
