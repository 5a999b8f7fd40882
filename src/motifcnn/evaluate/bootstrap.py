"""Intervals of scores: how far they move when the test nodes are drawn again."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

METRICS = ("micro_f1", "macro_f1", "accuracy")
LEVEL = 0.95
_COUNTS_AT_ONCE = 4_000_000  # resampled counts in memory at a time


def intervals(
    y: npt.NDArray[Any], predicted: npt.NDArray[Any], *, samples: int = 1000, seed: int = 0
) -> dict[str, tuple[float, float]]:
    """95 % intervals of the scores of predicted classes, by a bootstrap over the nodes.

    Each sample draws as many nodes as there are, with replacement, and scores them; an interval
    goes from the 2.5th to the 97.5th percentile. Nodes with the same true and predicted classes
    are alike, so a sample is drawn as how often each such pattern occurs: a multinomial draw.

    Parameters
    ----------
    y, predicted : (n,) classes or (n, c) bool
    samples : int
    seed : int

    Returns
    -------
    dict of str to (low, high)
        Of "micro_f1", "macro_f1" and "accuracy", as `score` computes them; NaN without nodes.

    Examples
    --------
    >>> low, high = intervals(np.arange(100) % 2, np.zeros(100, dtype=int))["accuracy"]
    >>> 0.35 < low < 0.5 < high < 0.65
    True
    """
    if not len(y):
        return dict.fromkeys(METRICS, (float("nan"), float("nan")))
    patterns, counts = np.unique(_side_by_side(y, predicted), axis=0, return_counts=True)
    rng = np.random.default_rng(seed)
    step = max(1, _COUNTS_AT_ONCE // len(counts))
    found = [
        _scores(patterns, rng.multinomial(len(y), counts / len(y), min(step, samples - done)), y)
        for done in range(0, samples, step)
    ]
    tail = 100 * (1 - LEVEL) / 2
    low, high = np.percentile(np.concatenate(found), [tail, 100 - tail], axis=0)
    return {name: (float(low[k]), float(high[k])) for k, name in enumerate(METRICS)}


def _side_by_side(y: npt.NDArray[Any], predicted: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """True and predicted classes in one row per node: (n, 2), or (n, 2c) for several classes."""
    columns = (y[:, None], predicted[:, None]) if y.ndim == 1 else (y, predicted)
    return np.concatenate([np.asarray(part, dtype=np.int64) for part in columns], axis=1)


def _scores(
    patterns: npt.NDArray[np.int64], drawn: npt.NDArray[np.int64], y: npt.NDArray[Any]
) -> npt.NDArray[np.float64]:
    """Scores of each sample, (samples, metrics), from how often it drew each pattern.

    patterns: (p, 2) or (p, 2c); drawn: (samples, p).
    """
    true, given = np.split(patterns, 2, axis=1)
    right = (true == given).all(axis=1)
    if y.ndim == 1:
        classes = np.arange(patterns.max() + 1)
        true, given = true == classes, given == classes  # (p, c)
    else:
        true, given = true.astype(bool), given.astype(bool)
    hits = drawn @ (true & given).astype(np.int64)  # (samples, c)
    sizes = drawn @ (true.astype(np.int64) + given)
    # Among single classes, one that a sample neither has nor gets does not count.
    counted = (sizes > 0).sum(axis=1) if y.ndim == 1 else true.shape[1]
    each = 2 * hits / np.maximum(sizes, 1)
    micro = 2 * hits.sum(axis=1) / np.maximum(sizes.sum(axis=1), 1)
    accuracy = drawn @ right.astype(np.int64) / drawn.sum(axis=1)
    return np.stack([micro, each.sum(axis=1) / counted, accuracy], axis=1)
