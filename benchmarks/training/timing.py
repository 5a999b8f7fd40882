"""Timing."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable


def median_seconds(step: Callable[[], object], repeats: int) -> float:
    """Median wall time of one call, after two that are not counted."""
    step()
    step()
    times = []
    for _ in range(repeats):
        began = time.perf_counter()
        step()
        times.append(time.perf_counter() - began)
    return statistics.median(times)
