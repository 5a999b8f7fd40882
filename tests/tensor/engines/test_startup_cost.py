"""When compiled kernels are worth starting."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from motifcnn.tensor.engines import startup_cost


def test_an_empty_cache_costs_compiling_and_a_filled_one_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    for name in ("numba", "motifcnn.tensor.engines.compiled.path"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setattr(startup_cost, "_spent", 0.0)
    startup_cost._is_cached.cache_clear()
    cold = startup_cost.startup_seconds("matrix")
    (tmp_path / "compiled_1").mkdir()
    (tmp_path / "compiled_1" / "path._path_part-1.py311.nbi").touch()
    startup_cost._is_cached.cache_clear()
    assert cold - startup_cost.startup_seconds("matrix") == pytest.approx(
        startup_cost.COMPILE_SECONDS["matrix"]
    )
    startup_cost._is_cached.cache_clear()


def test_time_spent_without_kernels_pays_for_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.delitem(sys.modules, "motifcnn.tensor.engines.compiled.path", raising=False)
    monkeypatch.setattr(startup_cost, "_spent", 0.0)
    startup_cost._is_cached.cache_clear()
    before = startup_cost.startup_seconds("matrix")
    startup_cost.spend(1.5)
    assert startup_cost.startup_seconds("matrix") == pytest.approx(before - 1.5)
    startup_cost.spend(1e9)
    assert startup_cost.startup_seconds("matrix") == 0.0
    startup_cost._is_cached.cache_clear()
