from __future__ import annotations

import os
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest

from motifcnn.experiments import work as module
from motifcnn.experiments.cell import Cell, Tuning, cells, fingerprint, tunings
from motifcnn.experiments.store import read_cell, write_cell
from motifcnn.experiments.work import THREADS, missing, missing_tunings, work
from tests.experiments.small import LOGISTIC, MAJORITY, MLP, small


def test_a_killed_run_goes_on_where_it_was(tmp_path: Path) -> None:
    every = cells(small(tmp_path))

    def killed(cell: Cell, result: dict[str, Any]) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        work(every, tmp_path, on_cell=killed)
    assert missing(every, tmp_path) == every[1:]
    seen: list[Cell] = []
    work(missing(every, tmp_path), tmp_path, on_cell=lambda cell, result: seen.append(cell))
    assert tuple(seen) == every[1:]
    assert missing(every, tmp_path) == ()


def test_processes_give_the_same_scores_as_one_after_the_other(tmp_path: Path) -> None:
    every = cells(small(tmp_path, (MAJORITY,)))
    before = {name: os.environ.get(name) for name in THREADS}
    work(every, tmp_path / "two", jobs=2)
    work(every, tmp_path / "one", jobs=1)
    for cell in every:
        two, one = (read_cell(tmp_path / name, cell) for name in ("two", "one"))
        assert two is not None
        assert one is not None
        assert two["test"] == one["test"]
    assert {name: os.environ.get(name) for name in THREADS} == before


class Fragile:
    """A pool without processes that breaks, as a real one does, at the majority of split 1."""

    def __init__(self, jobs: int, mp_context: Any) -> None:
        self.broken = False

    def __enter__(self) -> Fragile:
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def submit(self, function: Any, cell: Cell) -> Future[Any]:
        future: Future[Any] = Future()
        self.broken = self.broken or (cell.row.name, cell.split) == ("majority", 1)
        if self.broken:
            future.set_exception(BrokenProcessPool("a process was killed"))
        else:
            future.set_result(function(cell))
        return future


def test_a_process_that_dies_takes_no_other_cell_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    every = cells(small(tmp_path, splits=3))
    monkeypatch.setattr(module, "ProcessPoolExecutor", Fragile)
    seen: list[tuple[str, int]] = []
    work(
        every,
        tmp_path,
        jobs=2,
        on_cell=lambda cell, result: seen.append((cell.row.name, cell.split)),
    )
    assert sorted(seen) == sorted((cell.row.name, cell.split) for cell in every)
    (left,) = missing(every, tmp_path)
    assert (left.row.name, left.split) == ("majority", 1)
    found = read_cell(tmp_path, left)
    assert found is not None
    assert found["reason"] == "process killed"


def test_all_tunings_come_before_the_first_split(tmp_path: Path) -> None:
    every = cells(small(tmp_path, (MAJORITY, LOGISTIC, MLP), trials=2))
    seen: list[Cell | Tuning] = []
    work(every, tmp_path, on_cell=lambda cell, result: seen.append(cell))
    assert seen == [*tunings(every), *every]
    assert [type(each) for each in seen[:3]] == [Tuning, Tuning, Cell]
    assert missing_tunings(every, tmp_path) == ()


def test_a_cell_says_which_tuning_chose_its_settings(tmp_path: Path) -> None:
    every = cells(small(tmp_path, (LOGISTIC,), trials=2))
    work(every, tmp_path)
    (tuning,) = tunings(every)
    chosen = read_cell(tmp_path, tuning)
    assert chosen is not None
    for cell in every:
        found = read_cell(tmp_path, cell)
        assert found is not None
        assert found["tuned_by"] == fingerprint(tuning)
        assert found["chosen"] == chosen["chosen"]


def test_tunings_in_processes_choose_the_same(tmp_path: Path) -> None:
    every = cells(small(tmp_path, (LOGISTIC, MLP), splits=1, trials=2))
    work(every, tmp_path / "two", jobs=2)
    work(every, tmp_path / "one", jobs=1)
    for tuning in tunings(every):
        two, one = (read_cell(tmp_path / name, tuning) for name in ("two", "one"))
        assert two is not None
        assert one is not None
        assert two["chosen"] == one["chosen"]


def test_a_killed_tuning_goes_on_with_the_trials_that_are_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    every = cells(small(tmp_path, (MLP,), splits=1, trials=4))
    (tuning,) = tunings(every)
    work(every, tmp_path / "whole")
    real, fits = module.write_cell, 0

    def killed(folder: Path, cell: Cell | Tuning, result: dict[str, Any]) -> None:
        real(folder, cell, result)
        if len(result.get("trials", ())) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(module, "write_cell", killed)
    with pytest.raises(KeyboardInterrupt):
        work(every, tmp_path / "stopped")
    assert missing_tunings(every, tmp_path / "stopped") == (tuning,)

    def counted(folder: Path, cell: Cell | Tuning, result: dict[str, Any]) -> None:
        nonlocal fits
        fits += result.get("reason") == "not tuned"
        real(folder, cell, result)

    monkeypatch.setattr(module, "write_cell", counted)
    work(every, tmp_path / "stopped")
    assert fits == 2, "two of four were there"
    whole, stopped = (read_cell(tmp_path / name, tuning) for name in ("whole", "stopped"))
    assert whole is not None
    assert stopped is not None
    assert stopped["chosen"] == whole["chosen"]
    cell = read_cell(tmp_path / "stopped", every[0])
    assert cell is not None
    assert "test" in cell


def test_cells_of_a_tuning_that_failed_have_its_reason(tmp_path: Path) -> None:
    every = cells(small(tmp_path, (MLP,), trials=2))
    (tuning,) = tunings(every)
    write_cell(tmp_path, tuning, {"reason": "BudgetError", "message": "needs 90 GB", "trials": []})
    work(every, tmp_path)
    for cell in every:
        found = read_cell(tmp_path, cell)
        assert found is not None
        assert (found["reason"], found["message"]) == ("BudgetError", "needs 90 GB")
    assert missing(every, tmp_path) == ()
