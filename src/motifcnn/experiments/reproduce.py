"""reproduce: runs what an experiment lacks, then writes its table and figures."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from motifcnn.experiments.cell import cells
from motifcnn.experiments.experiment import Experiment, ExperimentError
from motifcnn.experiments.figures import MISSING, can_draw, draw
from motifcnn.experiments.markdown import markdown, to_json
from motifcnn.experiments.store import other_trials
from motifcnn.experiments.table import Table, tabulate
from motifcnn.experiments.work import OnCell, missing, work


@dataclass(frozen=True)
class Reproduced:
    """A finished table and the files that hold it; `note` says what could not be written."""

    table: Table
    files: tuple[Path, ...]
    note: str = ""


def reproduce(
    experiment: Experiment,
    folder: str | Path,
    *,
    jobs: int = 1,
    fit: bool = True,
    on_start: Callable[[int], None] | None = None,
    on_cell: OnCell | None = None,
) -> Reproduced:
    """Fits the cells that the folder does not hold yet, then writes Markdown, JSON and figures into it.

    Parameters
    ----------
    experiment : Experiment
    folder : path
        Results of other experiments may lie there as well: cells that they share are fitted once.
    jobs : int
        Processes that fit at the same time.
    fit : bool
        False: only write what is there; an error, and no file is touched, where that is nothing.
    on_start : callable, optional
        Is given the number of cells to fit.
    on_cell : callable, optional
        Is given each cell with its result.
    """
    folder = Path(folder)
    if experiment.timed and jobs > 1:
        raise ExperimentError(
            f"{experiment.name} measures time: fits would disturb each other; leave jobs at 1, not {jobs}"
        )
    if fit:
        todo = missing(cells(experiment), folder)
        if on_start is not None:
            on_start(len(todo))
        work(todo, folder, jobs=jobs, on_cell=on_cell)
    table = tabulate(experiment, folder)
    if not fit and not any(entry.results or entry.reasons for entry in table.entries):
        raise ExperimentError(
            _nothing(experiment, folder)
        )  # a table that is there is worth more than an empty one
    files = write(table, folder)
    return (
        Reproduced(table, files + draw(table, folder))
        if can_draw()
        else Reproduced(table, files, MISSING)
    )


def write(table: Table, folder: Path) -> tuple[Path, ...]:
    """Writes a table as Markdown and JSON."""
    folder.mkdir(parents=True, exist_ok=True)
    name, made = table.experiment.name, f"{date.today().isoformat()}, {machine()}"
    text, data = folder / f"{name}.md", folder / f"{name}.json"
    text.write_text(markdown(table, made=made), encoding="utf-8")
    data.write_text(
        json.dumps(to_json(table, made=made), indent=2, ensure_ascii=False), encoding="utf-8"
    )
    return text, data


def _nothing(experiment: Experiment, folder: Path) -> str:
    said = f"{folder} holds no result of {experiment.name} for these methods and graphs with trials={experiment.trials}"
    if others := other_trials(folder, cells(experiment)):
        return f"{said}; it holds some with {', '.join(f'--trials {number}' for number in others)}: ask for those, or fit first"
    return f"{said}; nothing was written. Fit first, without --table, or name the folder with --out"


def machine() -> str:
    """The machine in a few words: cores and system."""
    return f"{os.cpu_count()} cores, {platform.machine()}, {platform.system()}, Python {platform.python_version()}"
