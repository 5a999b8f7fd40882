"""When compiled kernels are worth starting."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from motifcnn.tensor.kernels import warm


def test_an_empty_cache_costs_compiling_and_a_filled_one_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    for name in ("numba", "motifcnn.tensor.kernels.path"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setattr(warm, "_spent", 0.0)
    warm._is_cached.cache_clear()
    cold = warm.startup_seconds("matrix")
    (tmp_path / "kernels_1").mkdir()
    (tmp_path / "kernels_1" / "path._path_part-1.py311.nbi").touch()
    warm._is_cached.cache_clear()
    assert cold - warm.startup_seconds("matrix") == pytest.approx(warm.COMPILE_SECONDS["matrix"])
    warm._is_cached.cache_clear()


def test_time_spent_without_kernels_pays_for_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.delitem(sys.modules, "motifcnn.tensor.kernels.path", raising=False)
    monkeypatch.setattr(warm, "_spent", 0.0)
    warm._is_cached.cache_clear()
    before = warm.startup_seconds("matrix")
    warm.spend(1.5)
    assert warm.startup_seconds("matrix") == pytest.approx(before - 1.5)
    warm.spend(1e9)
    assert warm.startup_seconds("matrix") == 0.0
    warm._is_cached.cache_clear()
