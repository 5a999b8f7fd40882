"""Progress of training for those who wait: first the counting, then the epochs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from motifcnn.cli.show.progress import progress_bar

if TYPE_CHECKING:
    from motifcnn.train import Callback, Epoch


@contextmanager
def training_progress(title: str) -> Iterator[tuple[Callback, ...]]:
    """Callbacks for `fit`: a bar while motifs are counted, and one with loss, score and epochs per second while it learns."""
    from motifcnn.train import ProgressBar

    with ExitStack() as counting:
        counting.enter_context(progress_bar(f"{title}: counting motifs"))
        yield _EndOfCounting(counting), ProgressBar(title)


class _EndOfCounting:
    """Takes the first bar away before the second one appears: two live bars would write over each other."""

    def __init__(self, counting: ExitStack) -> None:
        self._counting = counting

    def start(self, epochs: int) -> None:
        self._counting.close()

    def epoch(self, epoch: Epoch) -> None:
        pass

    def end(self) -> None:
        pass
