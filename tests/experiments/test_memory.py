from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from motifcnn.experiments import memory
from motifcnn.experiments.memory import peak_bytes, reset_peak


def test_the_peak_includes_what_was_freed_since() -> None:
    if not reset_peak():
        pytest.skip("the system does not measure it")
    before = peak_bytes()
    large = np.ones(10_000_000)  # 80 MB
    del large
    after = peak_bytes()
    assert before is not None and after is not None
    assert after - before > 60_000_000


def test_a_system_that_does_not_measure_it_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "_STATUS", tmp_path / "none")
    monkeypatch.setattr(memory, "_RESET", tmp_path / "none" / "either")
    assert not reset_peak()
    assert peak_bytes() is None
