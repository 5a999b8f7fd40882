"""Bootstrap: how far scores would move with other test nodes.

Test nodes are drawn anew with replacement; the middle 95 % of the scores are the interval. Two
models are compared on the same draws, so what is hard for both does not blur the difference.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

SAMPLES = 1000
_ENTRIES = 1 << 24  # of the draws, at a time

Classes = npt.NDArray[Any]
Interval = tuple[float, float]


def intervals(
    y: Classes, predicted: Classes, *, samples: int = SAMPLES, seed: int = 0
) -> dict[str, Interval]:
    """95 % intervals of Micro- and Macro-F1.

    Parameters
    ----------
    y, predicted : (n,) classes or (n, c) bool
        The true and the predicted classes of the same nodes.
    samples : int
        How many times nodes are drawn with replacement.
    seed : int
        Of these draws.

    Returns
    -------
    dict
        Of "micro_f1" and "macro_f1" to (low, high); NaN without nodes.

    Examples
    --------
    >>> y = np.repeat([0, 1], 50)
    >>> low, high = intervals(y, np.where(np.arange(100) % 10 == 0, 1 - y, y))["micro_f1"]
    >>> low < 0.9 < high
    True
    """
    drawn = scores_of_draws(y, predicted, samples=samples, seed=seed)
    return {name: _middle(values) for name, values in drawn.items()}


def difference(
    y: Classes, one: Classes, other: Classes, *, samples: int = SAMPLES, seed: int = 0
) -> dict[str, Interval]:
    """95 % intervals of the scores of one model less those of another, on the same draws.

    Examples
    --------
    >>> y = np.repeat([0, 1], 50)
    >>> difference(y, y, y)["macro_f1"]
    (0.0, 0.0)
    """
    drawn = [scores_of_draws(y, p, samples=samples, seed=seed) for p in (one, other)]
    return {name: _middle(drawn[0][name] - drawn[1][name]) for name in drawn[0]}


def scores_of_draws(
    y: Classes, predicted: Classes, *, samples: int = SAMPLES, seed: int = 0
) -> dict[str, npt.NDArray[np.float64]]:
    """Micro- and Macro-F1 of each draw of test nodes, (samples,) each."""
    if not len(y):
        return dict.fromkeys(("micro_f1", "macro_f1"), np.full(samples, np.nan))
    classes = 1 + int(max(y.max(), predicted.max())) if y.ndim == 1 else y.shape[1]
    has, gets = (
        v.astype(bool) if v.ndim == 2 else np.eye(classes, dtype=bool)[v] for v in (y, predicted)
    )
    # Columns: hits of each class, then nodes that have it or get it.
    counted = np.hstack([has & gets, has * 1 + gets]).astype(np.float32)
    micro, macro = [], []
    for draws in _draws(len(y), samples, seed):
        hits, sizes = np.hsplit((draws @ counted).astype(np.float64), 2)
        each = 2 * hits / np.maximum(sizes, 1)
        micro.append(2 * hits.sum(axis=1) / np.maximum(sizes.sum(axis=1), 1))
        # As scores have it: a class that nobody has or gets counts for multi-label nodes only.
        present = np.full(len(sizes), classes) if y.ndim == 2 else (sizes > 0).sum(axis=1)
        macro.append(each.sum(axis=1) / np.maximum(present, 1))
    return {"micro_f1": np.concatenate(micro), "macro_f1": np.concatenate(macro)}


def _draws(nodes: int, samples: int, seed: int) -> Iterator[npt.NDArray[np.float32]]:
    """How often each node is drawn, (some samples, nodes), until there are enough samples."""
    rng = np.random.default_rng(seed)
    step = max(1, _ENTRIES // nodes)
    for first in range(0, samples, step):
        rows = min(step, samples - first)
        drawn = rng.integers(nodes, size=(rows, nodes)) + nodes * np.arange(rows)[:, None]
        counts = np.bincount(drawn.ravel(), minlength=rows * nodes)
        yield counts.reshape(rows, nodes).astype(np.float32)


def _middle(values: npt.NDArray[np.float64]) -> Interval:
    low, high = np.quantile(values, (0.025, 0.975))
    return float(low), float(high)
