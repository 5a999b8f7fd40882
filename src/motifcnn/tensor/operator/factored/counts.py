"""Counts: a vector of whole numbers per graph node, computed on first use.

It says in how many ways a branch of the motif can be mapped, given the node that it hangs on. Sums
and products are taken modulo 2^64: a result below 2^63 is exact, whatever overflows before it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import numpy as np
import numpy.typing as npt

Vector = npt.NDArray[np.int64]


class Counts:
    """A vector that is computed on first use.

    Examples
    --------
    >>> Counts(3, lambda: np.array([1, 2, 3])).value
    array([1, 2, 3])
    """

    def __init__(self, size: int, compute: Callable[[], Vector]) -> None:
        self.size = size
        self._compute = compute

    @cached_property
    def value(self) -> Vector:
        """(size,) int64."""
        return self._compute()


def times(one: Counts | None, other: Counts | None) -> Counts | None:
    """The elementwise product; None is all ones."""
    if one is None or other is None:
        return one or other
    return Counts(one.size, lambda: one.value * other.value)
