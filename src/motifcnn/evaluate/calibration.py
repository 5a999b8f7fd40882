"""Calibration: whether predictions of 80 % are right in 80 of 100 cases."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

BINS = 10


@dataclass(frozen=True)
class Calibration:
    """Predictions in bins of equal width by their probability; empty bins are left out.

    Parameters
    ----------
    probability : tuple of float
        Mean probability in each bin.
    share : tuple of float
        Share of each bin that is right.
    count : tuple of int
        Predictions in each bin.
    error : float
        Expected calibration error: mean distance of share and probability, by count.
    """

    probability: tuple[float, ...]
    share: tuple[float, ...]
    count: tuple[int, ...]
    error: float


def calibration(y: npt.NDArray[Any], probabilities: npt.NDArray[np.float32]) -> Calibration:
    """Reliability curve of the predicted classes, by scikit-learn, with counts.

    Parameters
    ----------
    y : (n,) classes or (n, c) bool
    probabilities : (n, c)
        One class per node: the most probable class counts, once per node. Several classes: every
        pair of node and class counts.

    Examples
    --------
    >>> found = calibration(np.array([0, 0, 0, 1]), np.array([[0.75, 0.25]] * 4))
    >>> found.probability, found.share, found.count, found.error
    ((0.75,), (0.75,), (4,), 0.0)
    """
    from sklearn.calibration import calibration_curve

    p = np.clip(np.asarray(probabilities, dtype=np.float64), 0.0, 1.0)
    stated, right = (
        (p.max(axis=1), p.argmax(axis=1) == y) if y.ndim == 1 else (p.ravel(), y.ravel())
    )
    if not len(right):
        return Calibration((), (), (), float("nan"))
    share, mean = calibration_curve(right.astype(np.int64), stated, n_bins=BINS)
    # The bins of scikit-learn, which returns no counts.
    edges = np.linspace(0.0, 1.0, BINS + 1)[1:-1]
    count = np.bincount(np.searchsorted(edges, stated), minlength=BINS)
    count = count[count > 0]
    error = float(np.abs(share - mean) @ count / len(right))
    return Calibration(tuple(mean.tolist()), tuple(share.tolist()), tuple(count.tolist()), error)
