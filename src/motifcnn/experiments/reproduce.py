"""reproduce: runs the cells that an experiment lacks, then writes its table and figures."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from motifcnn.experiments.cell import cells
from motifcnn.experiments.experiment import Experiment, ExperimentError
from motifcnn.experiments.figures import MISSING, can_draw, draw
from motifcnn.experiments.markdown import markdown
from motifcnn.experiments.store import other_trials
from motifcnn.experiments.table import Table, tabulate
from motifcnn.experiments.table_json import to_json
from motifcnn.experiments.verify import rows_to_verify, verify
from motifcnn.experiments.work import OnCell, missing, missing_tunings
from motifcnn.experiments.work import work as run_cells
from motifcnn.sealed import new_file, write_text


@dataclass(frozen=True)
class Reproduced:
    """A table and the files that hold it; `note` says what could not be written."""

    table: Table
    files: tuple[Path, ...]
    note: str = ""


def reproduce(
    experiment: Experiment,
    folder: str | Path,
    *,
    jobs: int = 1,
    fit: bool = True,
    keep_old: bool = False,
    verified: bool = False,
    on_start: Callable[[int], None] | None = None,
    on_cell: OnCell | None = None,
) -> Reproduced:
    """Runs the cells that the folder does not hold, then writes Markdown, JSON and figures into it.

    Parameters
    ----------
    experiment : Experiment
        Which methods on which graphs.
    folder : path
        It may hold results of other experiments as well: cells that they share are run once.
    jobs : int
        Processes that fit at the same time.
    fit : bool
        False: only write what is there. Where that is nothing, it is an error, and no file is
        written.
    keep_old : bool
        Keep results that other code made, with a mark, instead of running their cells again.
    verified : bool
        First fit one split of each row that other code made; take over rows that it gives again.
    on_start : callable, optional
        Is given the number of tunings and cells to run; with `verified` first that of the rows.
    on_cell : callable, optional
        Is given each tuning and each cell with its result.
    """
    folder = Path(folder)
    if experiment.timed and jobs > 1:
        raise ExperimentError(
            f"{experiment.name} measures time, and fits at the same time would disturb each other; "
            f"leave jobs at 1, not {jobs}"
        )
    if fit and verified:
        if on_start is not None:
            on_start(len(rows_to_verify(cells(experiment), folder)))
        verify(cells(experiment), folder, on_cell=on_cell)
    if fit:
        todo = missing(cells(experiment), folder, keep_old=keep_old)
        if on_start is not None:
            on_start(len(todo) + len(missing_tunings(todo, folder, keep_old=keep_old)))
        run_cells(todo, folder, jobs=jobs, keep_old=keep_old, on_cell=on_cell)
    table = tabulate(experiment, folder, keep_old=keep_old)
    if not fit and not any(entry.results or entry.reasons for entry in table.entries):
        raise ExperimentError(_nothing(experiment, folder, keep_old))
    files = write(table, folder)
    if not can_draw():
        return Reproduced(table, files, MISSING)
    return Reproduced(table, files + draw(table, folder))


def write(table: Table, folder: Path) -> tuple[Path, ...]:
    """Writes a table as Markdown and JSON; the same results give the same files."""
    name = table.experiment.name
    text, data = folder / f"{name}.md", folder / f"{name}.json"
    with new_file(text) as work:
        write_text(work, markdown(table))
    with new_file(data) as work:
        write_text(work, json.dumps(to_json(table), indent=2, ensure_ascii=False) + "\n")
    return text, data


def _nothing(experiment: Experiment, folder: Path, keep_old: bool) -> str:
    """Why there is nothing to write, and which results the folder holds instead."""
    asked = cells(experiment)
    message = (
        f"{folder} holds no result of {experiment.name} for these methods and graphs with "
        f"trials={experiment.trials}"
    )
    if others := other_trials(folder, asked, keep_old=keep_old):
        flags = ", ".join(f"--trials {number}" for number in others)
        return f"{message}; it holds some with {flags}: ask for those, or fit first"
    if not keep_old and len(missing(asked, folder, keep_old=True)) < len(asked):
        return (
            f"{message} that this version of the code made; it holds some of other code: add "
            "--keep-old, or fit first"
        )
    return (
        f"{message}; nothing was written. Fit first, without --table, or name the folder by --out"
    )
