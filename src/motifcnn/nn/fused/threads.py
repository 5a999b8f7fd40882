"""threads_for: small pieces of work stay in one thread."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numba as nb

SMALL = 1 << 17
"""Multiplications that are done before other threads have woken up."""


@contextmanager
def threads_for(work: int) -> Iterator[None]:
    """Runs the block in one thread where there is little work, else in all.

    On a busy machine, waiting for other threads takes hundreds of times as long as a small product.

    Examples
    --------
    >>> with threads_for(100):
    ...     nb.get_num_threads()
    1
    """
    threads = nb.get_num_threads()
    nb.set_num_threads(1 if work < SMALL else threads)
    try:
        yield
    finally:
        nb.set_num_threads(threads)
