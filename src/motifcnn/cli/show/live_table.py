"""Progress of `reproduce`: a table that fills on a terminal, a line per step in a log."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console, Group
from rich.live import Live
from rich.table import Table as Grid
from rich.text import Text

from motifcnn.cli.show.screen import show_note, stderr
from motifcnn.readable import plural
from motifcnn.visible import visible

if TYPE_CHECKING:
    from motifcnn.experiments.cell import Cell, Tuning
    from motifcnn.experiments.experiment import Experiment
    from motifcnn.experiments.table import Entry

_PAUSE = 1.0  # seconds between two drawings, each of which reads all results
OnStart = Callable[[int], None]
OnCell = Callable[["Cell | Tuning", dict[str, Any]], None]


@contextmanager
def live_table(
    experiment: Experiment,
    folder: Path,
    console: Console | None = None,
    *,
    keep_old: bool = False,
) -> Iterator[tuple[OnStart, OnCell]]:
    """Callbacks for `motifcnn.experiments.reproduce` that report on stderr.

    Parameters
    ----------
    experiment : Experiment
    folder : path
        Where results are kept.
    console : Console, optional
    keep_old : bool
        As in `reproduce`.
    """
    shown = _Progress(experiment, folder, stderr() if console is None else console, keep_old)
    try:
        yield shown.start, shown.cell
    finally:
        shown.end()


class _Progress:
    def __init__(
        self, experiment: Experiment, folder: Path, console: Console, keep_old: bool
    ) -> None:
        self.experiment, self.folder, self.keep_old = experiment, folder, keep_old
        self.console = console
        self.began, self.drawn, self.total, self.done = time.monotonic(), 0.0, 0, 0
        self.live: Live | None = None

    def start(self, steps: int) -> None:
        self.end()
        self.began, self.total, self.done = time.monotonic(), steps, 0
        if self.console.is_terminal and steps:
            self.live = Live(self._view(), console=self.console, transient=True, auto_refresh=False)
            self.live.start(refresh=True)

    def cell(self, cell: Cell | Tuning, result: dict[str, Any]) -> None:
        self.done += 1
        if self.live is not None:
            if time.monotonic() - self.drawn > _PAUSE or self.done == self.total:
                self.live.update(self._view(), refresh=True)
                self.drawn = time.monotonic()
            return
        from motifcnn.experiments.cell import Tuning

        what = f"{self.done}/{self.total} {cell.column.name}, {cell.row.name}"
        kind = "tuning" if isinstance(cell, Tuning) else f"split {cell.split}"
        outcome = _outcome(result, self.experiment.metrics)
        show_note(f"{what}, {kind}: {outcome}; {self._time()}", self.console)

    def end(self) -> None:
        if self.live is not None:
            self.live.stop()
            self.live = None

    def _time(self) -> str:
        waited = time.monotonic() - self.began
        left = waited / self.done * (self.total - self.done) if self.done else 0.0
        return f"{_clock(waited)} so far, about {_clock(left)} to go"

    def _view(self) -> Group:
        from motifcnn.experiments.table import tabulate

        table = tabulate(self.experiment, self.folder, keep_old=self.keep_old)
        grid = Grid(
            title=Text(visible(self.experiment.title)), title_justify="left", title_style="bold"
        )
        for name in ("method", *(column.name for column in self.experiment.columns)):
            grid.add_column(Text(visible(name)), overflow="fold")
        for row, entries in table.by_row().items():
            texts = [_short(entry, self.experiment.metrics) for entry in entries]
            grid.add_row(*(Text(visible(text)) for text in (row, *texts)))
        return Group(grid, Text(f"{self.done} of {self.total} tunings and cells; {self._time()}"))


def _short(entry: Entry, metrics: tuple[str, ...]) -> str:
    if entry.results:
        means = " / ".join(f"{entry.mean(metric):.1f}" for metric in metrics)
        return f"{means} ({len(entry.results)})"
    return entry.reasons[0].partition(":")[0] if entry.reasons else "…"


def _outcome(result: dict[str, Any], metrics: tuple[str, ...]) -> str:
    if "chosen" in result and "test" not in result:
        trials = [trial for trial in result["trials"] if trial["micro_f1"] is not None]
        best = max(trials, key=lambda trial: trial["micro_f1"] + trial["macro_f1"])
        scores = f"{100 * best['micro_f1']:.2f} / {100 * best['macro_f1']:.2f}"
        return f"{scores} on validation, {plural(len(result['trials']), 'fit')}, " + (
            f"{result['wall_seconds']:.1f} s"
        )
    if "test" not in result:
        return f"{result['reason']}: {' '.join(str(result['message']).split())}"
    scores = " / ".join(f"{100 * result['test'][metric]:.2f}" for metric in metrics)
    return f"{scores}, {result['wall_seconds']:.1f} s"


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes:02} min"
    return f"{minutes} min {rest:02} s" if minutes else f"{rest} s"
