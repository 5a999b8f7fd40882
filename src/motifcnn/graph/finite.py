"""The first value of an array that is not finite, without a copy of the array."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

VALUES_AT_ONCE = 1 << 22


def first_not_finite(values: npt.NDArray[Any]) -> int | None:
    """Position in row order of the first infinite value or NaN; None where all are finite.

    Examples
    --------
    >>> first_not_finite(np.array([[0.0, 1.0], [np.inf, np.nan]]))
    2
    """
    width = values.shape[1] if values.ndim == 2 else 1
    height = max(1, VALUES_AT_ONCE // max(1, width))
    for first in range(0, len(values), height):
        finite = np.isfinite(values[first : first + height])
        if not finite.all():
            return first * width + int(np.argmin(finite.ravel()))
    return None
