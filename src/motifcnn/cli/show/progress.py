"""Progress bars on stderr, which only long work shows."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

from motifcnn.cli.show.screen import stderr

if TYPE_CHECKING:
    from motifcnn.train import Callback, Epoch

PATIENCE = 2.0  # seconds before a bar appears


@contextmanager
def progress_bar(
    title: str, console: Console | None = None, patience: float = PATIENCE
) -> Iterator[Callable[[float], None]]:
    """A callback that takes the share done, between 0 and 1, and a bar on a terminal that shows it.

    The bar appears after `patience` seconds, even if the callback has not been called by then.
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


@contextmanager
def training_progress(title: str) -> Iterator[tuple[Callback, ...]]:
    """Callbacks for `fit`: a bar while motifs are counted, then one for the epochs."""
    from motifcnn.train import ProgressBar

    with ExitStack() as counting:
        counting.enter_context(progress_bar(f"{title}: counting motifs"))
        yield _EndOfCounting(counting), ProgressBar(title)


class _EndOfCounting:
    """Removes the first bar before the second appears: two live bars overwrite each other."""

    def __init__(self, counting: ExitStack) -> None:
        self._counting = counting

    def start(self, epochs: int) -> None:
        self._counting.close()

    def epoch(self, epoch: Epoch) -> None:
        pass

    def end(self) -> None:
        pass
