"""A progress bar that only long work shows."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from motifcnn.cli.screen import stderr

PATIENCE = 2.0  # seconds of silence that nobody minds


@contextmanager
def progress_bar(title: str, console: Console | None = None, patience: float = PATIENCE) -> Iterator[Callable[[float], None]]:
    """A callback for the share done, between 0 and 1; past `patience` seconds it draws a bar on stderr if that is a terminal."""
    console = stderr() if console is None else console
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    task = bar.add_task(title, total=1.0)
    began = time.monotonic()
    started = False

    def progress(done: float) -> None:
        nonlocal started
        if not started and time.monotonic() - began >= patience:
            bar.start()
            started = True
        bar.update(task, completed=min(max(done, 0.0), 1.0))

    try:
        yield progress
    finally:
        if started:
            bar.stop()
