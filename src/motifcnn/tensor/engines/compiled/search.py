"""Binary search in a stretch of a sorted array."""

from __future__ import annotations

import numba as nb


@nb.njit(cache=True, inline="always")
def lower_bound(values, low, high, wanted):  # type: ignore[no-untyped-def]
    """The first place from `low` on, and before `high`, with a value of at least `wanted`; `high` where there is none."""
    while low < high:
        middle = (low + high) >> 1
        if values[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low
