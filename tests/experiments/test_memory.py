from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from motifcnn.experiments import memory
from motifcnn.experiments.memory import peak_bytes, reset_peak

# In a process of its own: elsewhere garbage of other tests may be freed while it measures.
_MEASURE = """
import numpy as np
from motifcnn.experiments.memory import peak_bytes, reset_peak

if reset_peak():
    before = peak_bytes()
    large = np.ones(10_000_000)
    del large
    print(peak_bytes() - before)
"""


def test_the_peak_includes_what_was_freed_since() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _MEASURE], capture_output=True, text=True, check=True
    )
    if not done.stdout:
        pytest.skip("the system does not measure it")
    assert int(done.stdout) > 60_000_000  # of 80 MB


def test_a_system_that_does_not_measure_it_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "_STATUS", tmp_path / "none")
    monkeypatch.setattr(memory, "_RESET", tmp_path / "none" / "either")
    assert not reset_peak()
    assert peak_bytes() is None
