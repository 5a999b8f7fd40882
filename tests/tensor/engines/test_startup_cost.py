"""When compiled kernels are worth starting."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from motifcnn.tensor.engines import startup_cost
from motifcnn.tensor.engines.startup_cost import StartupCost, without_kernels
from motifcnn.tensor.kernel.folder import kernel_folder

COST = StartupCost(kernel="path", compile_seconds=5.0)


@pytest.fixture
def cold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A process that has loaded no kernels, on a machine that has compiled none."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    for name in ("numba", "motifcnn.tensor.engines.compiled.path"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setattr(startup_cost, "_spent", 0.0)
    startup_cost._is_cached.cache_clear()
    kernel_folder.cache_clear()
    yield tmp_path
    startup_cost._is_cached.cache_clear()
    kernel_folder.cache_clear()


def test_an_empty_cache_costs_compiling_and_a_filled_one_does_not(cold: Path) -> None:
    before = COST.seconds()
    (folder,) = cold.glob("compiled-*/*")
    (folder / "path._path_part-0.py311.nbi").touch()
    startup_cost._is_cached.cache_clear()
    assert before - COST.seconds() == pytest.approx(COST.compile_seconds)


def test_time_spent_without_kernels_pays_for_them(
    cold: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = COST.seconds()
    now = iter([10.0, 11.5, 20.0, 1e9])
    monkeypatch.setattr(startup_cost.time, "perf_counter", lambda: next(now))
    with without_kernels():
        pass
    assert COST.seconds() == pytest.approx(before - 1.5)
    with without_kernels():
        pass
    assert COST.seconds() == 0.0


def test_kernels_that_are_loaded_cost_nothing(cold: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "motifcnn.tensor.engines.compiled.path", sys)
    assert COST.seconds() == 0.0
