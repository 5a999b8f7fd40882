"""Callbacks that follow training: a bar or lines of progress, and curves for TensorBoard."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

from motifcnn.errors import MotifCNNError
from motifcnn.methods.epoch import Epoch

_PATIENCE = 2.0  # seconds before a bar appears
_PAUSE = 5.0  # seconds before the first line, and between two of them


class ProgressBar:
    """Shows loss, validation scores and speed on standard error while training lasts.

    On a terminal a bar, once training has taken two seconds. In a notebook, a pipe or a log a line
    every five seconds.

    Parameters
    ----------
    title : str
        What stands before the bar.
    drawn : bool, optional
        Whether there is a bar rather than lines; None: if standard error is a terminal.

    Examples
    --------
    >>> import motifcnn as mc
    >>> graph = mc.load_dataset("debian")
    >>> run = mc.fit(graph, model="gcn", epochs=1, callbacks=[ProgressBar("gcn")])
    """

    def __init__(self, title: str = "train", drawn: bool | None = None) -> None:
        self.title = title
        self.drawn = sys.stderr.isatty() if drawn is None else drawn
        self._said = time.monotonic()  # lasts from fit to fit, as candidates may be short
        self._bar: Any = None
        self._task: Any = None
        self._epochs, self._began, self._first = 0, 0.0, 0

    def start(self, epochs: int) -> None:
        """Begins to wait."""
        self._epochs, self._began, self._first, self._bar = epochs, time.monotonic(), 0, None

    def epoch(self, epoch: Epoch) -> None:
        """Shows the state after an epoch."""
        self._first = self._first or epoch.number
        now = time.monotonic()
        waited = now - self._began
        if (waited < _PATIENCE) if self.drawn else (now - self._said < _PAUSE):
            return
        rate = (epoch.number - self._first + 1) / waited
        validation = f"{100 * epoch.val_micro_f1:.1f}/{100 * epoch.val_macro_f1:.1f}"
        text = f"loss {epoch.loss:.3f}  validation {validation}  {rate:.1f} epochs/s"
        if not self.drawn:
            self._said = now
            line = f"{self.title}: epoch {epoch.number} of {self._epochs}  {text}"
            print(line, file=sys.stderr, flush=True)
            return
        if self._bar is None:
            self._open()
        self._bar.update(self._task, completed=epoch.number, state=text)

    def end(self) -> None:
        if self._bar is not None:
            self._bar.stop()
            self._bar = None

    def _open(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

        title, state = TextColumn("{task.description}"), TextColumn("{task.fields[state]}")
        columns = (title, BarColumn(), MofNCompleteColumn(), state)
        self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
        self._task = self._bar.add_task(self.title, total=self._epochs, state="")
        self._bar.start()


class TensorBoard:
    """Writes event files to a folder, for `tensorboard --logdir FOLDER`."""

    def __init__(self, folder: str | Path) -> None:
        try:
            from torch.utils.tensorboard import SummaryWriter
        except ImportError as error:
            raise MotifCNNError(
                "the TensorBoard callback needs tensorboard: install motifcnn[tensorboard]"
            ) from error
        self._writer: Any = SummaryWriter(log_dir=str(folder))

    def start(self, epochs: int) -> None:
        """Nothing to do."""

    def epoch(self, epoch: Epoch) -> None:
        """Writes four curves."""
        for name in ("loss", "val_loss", "val_micro_f1", "val_macro_f1"):
            self._writer.add_scalar(name, getattr(epoch, name), epoch.number)

    def end(self) -> None:
        self._writer.close()
