"""Work: runs what is missing, tunings first, one after the other or in several processes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

from motifcnn.experiments.cell import Cell, Tuning, hash_of, tunings
from motifcnn.experiments.run_cell import run_cell
from motifcnn.experiments.run_tuning import run_tuning
from motifcnn.experiments.store import Result, finished, read_cell, write_cell
from motifcnn.train.tune import Trial

OnCell = Callable[[Cell | Tuning, Result], None]
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


def missing_tunings(
    cells: Sequence[Cell], folder: Path, *, keep_old: bool = False
) -> tuple[Tuning, ...]:
    """The tunings that the cells need and the folder does not hold."""
    return tuple(each for each in tunings(cells) if not finished(folder, each, keep_old=keep_old))


def work(
    cells: Sequence[Cell],
    folder: Path,
    *,
    jobs: int = 1,
    keep_old: bool = False,
    on_cell: OnCell | None = None,
) -> None:
    """Runs the tunings that cells need, then the cells; writes each result as soon as there is one.

    Parameters
    ----------
    cells : sequence of Cell
    folder : path
    jobs : int
        Processes, which share the cores. 1: in this process, with all cores.
    keep_old : bool
        A tuning that other code made serves as well.
    on_cell : callable, optional
        Is given each tuning and each cell with its result.
    """
    done = on_cell or (lambda cell, result: None)
    run = _Run(folder, keep_old)
    for phase in (missing_tunings(cells, folder, keep_old=keep_old), cells):
        left: list[Cell | Tuning] = list(phase)
        if jobs <= 1 or len(left) <= 1:
            for each in left:
                done(each, run(each))
            continue
        while left:
            left = _in_processes(left, run, jobs, done)


@dataclass(frozen=True)
class _Run:
    """Runs a cell or a tuning and writes the result; a value, so that a process can be given it."""

    folder: Path
    keep_old: bool

    def __call__(self, cell: Cell | Tuning) -> Result:
        result = self._tuning(cell) if isinstance(cell, Tuning) else self._cell(cell)
        write_cell(self.folder, cell, result)
        return result

    def _cell(self, cell: Cell) -> Result:
        if cell.tuning is None:
            return run_cell(cell)
        tuned = read_cell(self.folder, cell.tuning, keep_old=self.keep_old) or _UNTUNED
        if "chosen" in tuned:
            return run_cell(cell, tuned["chosen"]) | {"tuned_by": hash_of(tuned["cell"])}
        return {key: tuned[key] for key in ("reason", "message", "retry") if key in tuned}

    def _tuning(self, tuning: Tuning) -> Result:
        def keep(trials: list[Trial]) -> None:
            every = [trial.to_json() for trial in trials]
            write_cell(self.folder, tuning, _UNTUNED | {"trials": every})

        return run_tuning(tuning, known=self.known(tuning), on_trials=keep)

    def known(self, tuning: Tuning) -> list[Trial]:
        """The trials of a tuning that was stopped."""
        before = read_cell(self.folder, tuning) or {}
        return [Trial(**trial) for trial in before.get("trials", ())]


_UNTUNED: Result = {
    "reason": "not tuned",
    "message": "tuning was stopped before it ended; the same command goes on with it",
    "retry": True,
}


def _in_processes(
    cells: list[Cell | Tuning], run: _Run, jobs: int, done: OnCell
) -> list[Cell | Tuning]:
    """Runs cells in a pool; returns those that are left because a process was killed."""
    with (
        _threads(max(1, (os.cpu_count() or 1) // jobs)),
        ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool,
    ):
        tasks = {pool.submit(run, cell): cell for cell in cells}
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
        done(cell, _alone(cell, run))
    return rest


def _alone(cell: Cell | Tuning, run: _Run) -> Result:
    with _threads(1), ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        try:
            return pool.submit(run, cell).result()
        except BrokenProcessPool:
            result: Result = {
                "reason": "process killed",
                "message": "the process that fitted it was killed, most likely for want of memory",
                "retry": True,
            }
            if isinstance(cell, Tuning):
                result["trials"] = [trial.to_json() for trial in run.known(cell)]
            write_cell(run.folder, cell, result)
            return result


@contextmanager
def _threads(number: int) -> Iterator[None]:
    """Processes started in the block use that many threads."""
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
