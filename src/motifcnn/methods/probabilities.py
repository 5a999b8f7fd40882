"""Probabilities of classes: as logits, from scores, and the shares that need no model."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float64]

FLOOR = 1e-6
"""Smallest probability: logits stay finite, also of a class without training nodes."""


def as_logits(probabilities: Floats, multi_label: bool) -> Floats:
    """Logits whose softmax (or, multi-label, sigmoid) gives the probabilities back.

    Parameters
    ----------
    probabilities : (..., c) array
    multi_label : bool

    Examples
    --------
    >>> as_logits(np.array([[0.5, 0.5]]), multi_label=True)
    array([[0., 0.]])
    """
    found = np.clip(probabilities, FLOOR, 1 - FLOOR)
    return np.asarray(np.log(found / (1 - found)) if multi_label else np.log(found))


def class_shares(y: npt.NDArray[Any], classes: int) -> Floats:
    """Share of the nodes that have each class, for (n,) classes or (n, c) bool: (c,).

    Examples
    --------
    >>> class_shares(np.array([0, 2, 2, 2]), 3)
    array([0.25, 0.  , 0.75])
    """
    return np.asarray(y.mean(axis=0) if y.ndim == 2 else np.bincount(y, minlength=classes) / len(y))


def scaled_to_one(scores: Floats, shares: Floats) -> Floats:
    """Rows of scores scaled to sum 1, (n, c); negative scores count as 0.

    Rows without any score get the `shares`, (c,).

    Examples
    --------
    >>> scaled_to_one(np.array([[1.0, 3.0], [0.0, 0.0]]), np.array([0.5, 0.5]))
    array([[0.25, 0.75],
           [0.5 , 0.5 ]])
    """
    scores = np.maximum(scores, 0)
    total = scores.sum(axis=1, keepdims=True)
    return np.where(total > 1e-9, scores / np.maximum(total, 1e-9), shares)
