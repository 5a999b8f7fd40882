"""Marks of the parts of a parallel loop: Numba drops an error that is raised in one of its threads.

A kernel sets the mark of a part as its last act. What its caller then finds without one has ended
for want of memory, the only error that kernels can have.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt


def no_part_finished(parts: int) -> npt.NDArray[np.bool_]:
    """A mark for each part, not set: (parts,)."""
    return np.zeros(parts, dtype=bool)


def require_finished(marks: npt.NDArray[np.bool_]) -> None:
    """A `MemoryError` unless every part has set its mark.

    Examples
    --------
    >>> require_finished(no_part_finished(2))
    Traceback (most recent call last):
    MemoryError: a thread could not allocate its counters
    """
    if not marks.all():
        raise MemoryError("a thread could not allocate its counters")
