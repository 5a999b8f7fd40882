"""A progress bar that only long work shows."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

from motifcnn.cli.show.screen import stderr

PATIENCE = 2.0  # seconds of silence that nobody minds


@contextmanager
def progress_bar(
    title: str, console: Console | None = None, patience: float = PATIENCE
) -> Iterator[Callable[[float], None]]:
    """A callback for the share done, between 0 and 1; after `patience` seconds a bar shows it on stderr if that is a terminal.

    The bar appears by the clock and not by the callback, so that work which reports late is not
    silent.
    """
    console = stderr() if console is None else console
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TaskProgressColumn(),
        TimeElapsedColumn(),
    )
    bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    task = bar.add_task(title, total=1.0)
    timer = threading.Timer(patience, bar.start)
    timer.daemon = True
    timer.start()
    try:
        yield lambda done: bar.update(task, completed=min(max(done, 0.0), 1.0))
    finally:
        timer.cancel()
        timer.join()
        if bar.live.is_started:
            bar.stop()
