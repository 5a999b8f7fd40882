"""How many threads a count is worth."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numba as nb

WORTH_A_THREAD = 200_000  # steps; below, waking a second thread takes longer than it saves


@contextmanager
def threads_for(steps: float) -> Iterator[None]:
    """Runs the kernels called within on as many threads as `steps` steps of work are worth."""
    before = nb.get_num_threads()
    nb.set_num_threads(int(min(before, max(1, steps // WORTH_A_THREAD))))
    try:
        yield
    finally:
        nb.set_num_threads(before)
