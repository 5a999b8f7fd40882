"""Work: runs the cells that are missing, one after the other or in several processes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path

from motifcnn.experiments.cell import Cell
from motifcnn.experiments.run_cell import run_cell
from motifcnn.experiments.store import Result, finished, write_cell

OnCell = Callable[[Cell, Result], None]
THREADS = ("OMP_NUM_THREADS", "NUMBA_NUM_THREADS")


def missing(cells: Sequence[Cell], folder: Path, *, keep_old: bool = False) -> tuple[Cell, ...]:
    """The cells without a result, and those with one that another fit may change.

    Parameters
    ----------
    cells : sequence of Cell
    folder : path
    keep_old : bool
        A result that other code made is one; else such a cell is missing.
    """
    return tuple(cell for cell in cells if not finished(folder, cell, keep_old=keep_old))


def work(
    cells: Sequence[Cell], folder: Path, *, jobs: int = 1, on_cell: OnCell | None = None
) -> None:
    """Runs cells and writes each result as soon as there is one.

    Parameters
    ----------
    cells : sequence of Cell
    folder : path
    jobs : int
        Processes, which share the cores. 1: in this process, with all cores.
    on_cell : callable, optional
        Is given each cell with its result.
    """
    done = on_cell or (lambda cell, result: None)
    if jobs <= 1 or len(cells) <= 1:
        for cell in cells:
            done(cell, _run_and_write(cell, folder))
        return
    left = list(cells)
    while left:
        left = _in_processes(left, folder, jobs, done)


def _in_processes(cells: list[Cell], folder: Path, jobs: int, done: OnCell) -> list[Cell]:
    """Runs cells in a pool; returns those that are left because a process was killed."""
    with (
        _threads(max(1, (os.cpu_count() or 1) // jobs)),
        ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool,
    ):
        tasks = {pool.submit(_run_and_write, cell, folder): cell for cell in cells}
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
    # The pool does not say which cell was killed. It is among the first `jobs` of those left, as
    # they were running: each of them now gets a process of its own.
    suspects, rest = left[:jobs], left[jobs:]
    for cell in suspects:
        done(cell, _alone(cell, folder))
    return rest


def _alone(cell: Cell, folder: Path) -> Result:
    with _threads(1), ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        try:
            return pool.submit(_run_and_write, cell, folder).result()
        except BrokenProcessPool:
            result: Result = {
                "reason": "process killed",
                "message": "the process that fitted it was killed, most likely for want of memory",
                "retry": True,
            }
            write_cell(folder, cell, result)
            return result


def _run_and_write(cell: Cell, folder: Path) -> Result:
    result = run_cell(cell)
    write_cell(folder, cell, result)
    return result


@contextmanager
def _threads(number: int) -> Iterator[None]:
    """Processes that are started within have so many threads."""
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
