"""Scores: Micro- and Macro-F1, and the decision threshold of multi-label predictions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Probabilities = npt.NDArray[np.float32]
_THRESHOLDS = np.arange(1, 40) / 40


@dataclass(frozen=True)
class Scores:
    """How good predictions are, each between 0 and 1.

    `nodes` is how many were scored.
    """

    micro_f1: float
    macro_f1: float
    accuracy: float
    nodes: int

    @property
    def mean_f1(self) -> float:
        """The mean of Micro- and Macro-F1, by which candidates are compared on validation."""
        return (self.micro_f1 + self.macro_f1) / 2


def decide(
    probabilities: Probabilities, multi_label: bool, threshold: float = 0.5
) -> npt.NDArray[Any]:
    """Predicted classes: (n,) int64, or (n, c) bool where the probability reaches the threshold.

    Examples
    --------
    >>> decide(np.array([[0.2, 0.8]], dtype=np.float32), multi_label=False)
    array([1])
    """
    return probabilities >= threshold if multi_label else probabilities.argmax(axis=1)


def score(y: npt.NDArray[Any], predicted: npt.NDArray[Any]) -> Scores:
    """Scores of predicted classes, by scikit-learn: both (n,) classes or both (n, c) bool.

    Examples
    --------
    >>> score(np.array([0, 1, 1, 0]), np.array([0, 1, 0, 0])).micro_f1
    0.75
    """
    from sklearn.metrics import accuracy_score, f1_score

    if not len(y):
        return Scores(float("nan"), float("nan"), float("nan"), 0)
    only = None
    if y.ndim == 2 and y.shape[1] == 1:
        # One column looks like two classes to scikit-learn, which would score the nodes without the
        # class as well.
        y, predicted, only = y.ravel().astype(int), predicted.ravel().astype(int), [1]
    micro, macro = (
        float(f1_score(y, predicted, labels=only, average=average, zero_division=0))
        for average in ("micro", "macro")
    )
    return Scores(micro, macro, float(accuracy_score(y, predicted)), len(y))


def quick_f1(y: npt.NDArray[Any], predicted: npt.NDArray[Any], classes: int) -> tuple[float, float]:
    """Micro- and Macro-F1 as `score` has them, fast enough for every epoch."""
    return f1_of_counts(class_counts(y, predicted, classes), multi_label=y.ndim == 2)


def class_counts(
    y: npt.NDArray[Any], predicted: npt.NDArray[Any], classes: int
) -> npt.NDArray[np.int64]:
    """Nodes that have and get each class, and how often it is had or got: (2, c).

    The counts of parts of the nodes add up to those of all of them.

    Examples
    --------
    >>> class_counts(np.array([0, 1, 1]), np.array([0, 1, 0]), 2)
    array([[1, 1],
           [3, 3]])
    """
    if y.ndim == 2:
        return np.stack([(y & predicted).sum(axis=0), (y * 1 + predicted).sum(axis=0)])
    hits = np.bincount(y[y == predicted], minlength=classes)
    sizes = np.bincount(y, minlength=classes) + np.bincount(predicted, minlength=classes)
    return np.stack([hits, sizes])


def f1_of_counts(counts: npt.NDArray[np.int64], *, multi_label: bool) -> tuple[float, float]:
    """Micro- and Macro-F1 from `class_counts`."""
    hits, sizes = counts
    # Of several classes to choose from, one that nobody has or gets does not count.
    counted = len(sizes) if multi_label else max((sizes > 0).sum(), 1)
    micro, each = _f1(hits, sizes)
    return float(micro), float(each.sum() / counted)


def best_threshold(y: npt.NDArray[np.bool_], probabilities: Probabilities) -> float:
    """The threshold with the best mean of Micro- and Macro-F1; the one nearest to 0.5 among equals.

    Examples
    --------
    >>> best_threshold(np.array([[True], [False]]), np.array([[0.3], [0.1]], dtype=np.float32))
    0.3
    """
    return threshold_of_counts(threshold_counts(y, probabilities))


def threshold_counts(
    y: npt.NDArray[np.bool_], probabilities: Probabilities
) -> npt.NDArray[np.int64]:
    """The `class_counts` of the decisions at every threshold: (2, thresholds, c)."""
    hits, found = _reaching(probabilities, y), _reaching(probabilities, np.ones_like(y))
    return np.stack([hits, found + y.sum(axis=0)])


def threshold_of_counts(counts: npt.NDArray[np.int64]) -> float:
    """The best threshold from `threshold_counts`."""
    micro, each = _f1(*counts)
    results = micro + each.mean(axis=1)
    best = _THRESHOLDS[results == results.max()]
    return float(best[np.abs(best - 0.5).argmin()])


def _f1(hits: npt.NDArray[np.int64], sizes: npt.NDArray[np.int64]) -> tuple[Any, Any]:
    """Over all classes, (...), and of each, (..., c); sizes: those that have it or get it."""
    over_all = 2 * hits.sum(axis=-1) / np.maximum(sizes.sum(axis=-1), 1)
    return over_all, 2 * hits / np.maximum(sizes, 1)


def _reaching(
    probabilities: Probabilities, counted: npt.NDArray[np.bool_]
) -> npt.NDArray[np.int64]:
    """How many of the counted entries of each class reach each threshold: (thresholds, c)."""
    passed = np.searchsorted(_THRESHOLDS, probabilities.astype(np.float64), side="right")
    classes, steps = probabilities.shape[1], len(_THRESHOLDS) + 1
    place = (passed * classes + np.arange(classes))[counted]
    just = np.bincount(place, minlength=steps * classes).reshape(steps, classes)
    return np.asarray(just[::-1].cumsum(axis=0)[::-1][1:])
