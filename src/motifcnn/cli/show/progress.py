"""Progress of long work on stderr: a bar on a terminal, plain lines in a pipe or a log."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

from motifcnn.cli.show.screen import show_note, stderr
from motifcnn.visible import visible

if TYPE_CHECKING:
    from motifcnn.train import Callback, Epoch

PATIENCE = 2.0  # seconds before a bar appears
PAUSE = 5.0  # seconds between two lines


@contextmanager
def progress_bar(
    title: str, console: Console | None = None, patience: float = PATIENCE, pause: float = PAUSE
) -> Iterator[Callable[[float], None]]:
    """A callback that takes the share done, between 0 and 1, and shows it.

    On a terminal a bar appears after `patience` seconds, even if the callback has not been called
    by then. Elsewhere, as in a pipe, a log or a notebook, a line is printed every `pause` seconds.
    """
    console = stderr() if console is None else console
    if not console.is_terminal:
        with _lines(title, console, pause) as progress:
            yield progress
        return
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TaskProgressColumn(),
        TimeElapsedColumn(),
    )
    bar = Progress(*columns, console=console, transient=True)
    task = bar.add_task(visible(title), total=1.0)
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
def _lines(title: str, console: Console, pause: float) -> Iterator[Callable[[float], None]]:
    over, began, done = threading.Event(), time.monotonic(), ""

    def progress(share: float) -> None:
        nonlocal done
        done = f"{min(max(share, 0.0), 1.0):.0%}, "

    def report() -> None:
        while not over.wait(pause):
            show_note(f"{title}: {done}{time.monotonic() - began:.0f} s so far", console)

    thread = threading.Thread(target=report, daemon=True)
    thread.start()
    try:
        yield progress
    finally:
        over.set()
        thread.join()


@contextmanager
def training_progress(title: str) -> Iterator[tuple[Callback, ...]]:
    """Callbacks for `fit`: a bar while inputs and motifs are prepared, then one for the epochs."""
    from motifcnn.train import ProgressBar

    with ExitStack() as counting:
        counting.enter_context(progress_bar(f"{title}: preparing"))
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
