"""Work: fits the cells that are missing, one after the other or in several processes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path

from motifcnn.experiments.cell import Cell
from motifcnn.experiments.run_cell import fill
from motifcnn.experiments.store import Result, finished, write_cell

OnCell = Callable[[Cell, Result], None]
THREADS = ("OMP_NUM_THREADS", "NUMBA_NUM_THREADS")


def missing(cells: Sequence[Cell], folder: Path) -> tuple[Cell, ...]:
    """The cells that have no result yet, or one that another try may change."""
    return tuple(cell for cell in cells if not finished(folder, cell))


def work(
    cells: Sequence[Cell], folder: Path, *, jobs: int = 1, on_cell: OnCell | None = None
) -> None:
    """Fits the cells and keeps each result as it comes.

    Parameters
    ----------
    cells : sequence of Cell
    folder : path
    jobs : int
        Processes; each has its share of the cores. 1: in this process, with all of them.
    on_cell : callable, optional
        Is given each cell with its result.
    """
    done = on_cell or (lambda cell, result: None)
    if jobs <= 1 or len(cells) <= 1:
        for cell in cells:
            done(cell, _keep(cell, folder))
        return
    left = list(cells)
    while left:
        left = _in_processes(left, folder, jobs, done)


def _in_processes(cells: list[Cell], folder: Path, jobs: int, done: OnCell) -> list[Cell]:
    """Fits cells in a pool; returns those that are left because a process was killed."""
    with (
        _threads(max(1, (os.cpu_count() or 1) // jobs)),
        ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool,
    ):
        tasks = {pool.submit(_keep, cell, folder): cell for cell in cells}
        try:
            for task in as_completed([*tasks]):
                result = task.result()
                done(tasks.pop(task), result)
        except BrokenProcessPool:
            left = list(tasks.values())
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
        else:
            return []
    # One of the cells that ran is to blame; those are the first in line, and each gets a process of
    # its own.
    suspects, rest = left[:jobs], left[jobs:]
    for cell in suspects:
        done(cell, _alone(cell, folder))
    return rest


def _alone(cell: Cell, folder: Path) -> Result:
    with _threads(1), ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        try:
            return pool.submit(_keep, cell, folder).result()
        except BrokenProcessPool:
            result: Result = {
                "reason": "process killed",
                "message": "the process that fitted it was killed, most likely for want of memory",
                "retry": True,
            }
            write_cell(folder, cell, result)
            return result


def _keep(cell: Cell, folder: Path) -> Result:
    result = fill(cell)
    write_cell(folder, cell, result)
    return result


@contextmanager
def _threads(number: int) -> Iterator[None]:
    """Processes started meanwhile have so many threads."""
    before = {name: os.environ.get(name) for name in THREADS}
    os.environ |= dict.fromkeys(THREADS, str(number))
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
