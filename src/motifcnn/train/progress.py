"""Progress bar: loss, validation score and epochs per second."""

from __future__ import annotations

import sys
import time
from typing import Any

from motifcnn.methods.epoch import Epoch

_PATIENCE = 2.0


class ProgressBar:
    """A callback that draws a bar on a terminal once training has taken two seconds.

    Parameters
    ----------
    title : str
    shown : bool, optional
        None: only if standard error is a terminal.
    """

    def __init__(self, title: str = "train", shown: bool | None = None) -> None:
        self.title = title
        self.shown = sys.stderr.isatty() if shown is None else shown
        self._bar: Any = None
        self._task: Any = None
        self._epochs, self._began, self._first = 0, 0.0, 0

    def start(self, epochs: int) -> None:
        """Begins to wait."""
        self._epochs, self._began, self._first, self._bar = epochs, time.monotonic(), 0, None

    def epoch(self, epoch: Epoch) -> None:
        """Draws the state after an epoch."""
        self._first = self._first or epoch.number
        waited = time.monotonic() - self._began
        if not self.shown or waited < _PATIENCE:
            return
        if self._bar is None:
            self._open()
        rate = (epoch.number - self._first + 1) / waited
        validation = f"{100 * epoch.val_micro_f1:.1f}/{100 * epoch.val_macro_f1:.1f}"
        text = f"loss {epoch.loss:.3f}  validation {validation}  {rate:.1f} epochs/s"
        self._bar.update(self._task, completed=epoch.number, state=text)

    def end(self) -> None:
        """Takes the bar away."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None

    def _open(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[state]}"),
        )
        self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
        self._task = self._bar.add_task(self.title, total=self._epochs, state="")
        self._bar.start()
