from __future__ import annotations

import os
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest

from motifcnn.experiments import work as module
from motifcnn.experiments.cell import Cell, cells
from motifcnn.experiments.store import read_cell
from motifcnn.experiments.work import THREADS, missing, work
from tests.experiments.small import MAJORITY, small


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

    def submit(self, function: Any, cell: Cell, folder: Path) -> Future[Any]:
        future: Future[Any] = Future()
        self.broken = self.broken or (cell.row.name, cell.split) == ("majority", 1)
        if self.broken:
            future.set_exception(BrokenProcessPool("a process was killed"))
        else:
            future.set_result(function(cell, folder))
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
