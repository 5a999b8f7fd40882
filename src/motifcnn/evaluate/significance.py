"""Significance: whether one model is better than another over the same splits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from motifcnn.errors import MotifCNNError
from motifcnn.evaluate.protocol import Evaluation


@dataclass(frozen=True)
class Comparison:
    """Mean difference of two models over the same splits, and the p-value of a paired test."""

    difference: float
    p_value: float
    test: str


def compare(
    one: Evaluation,
    other: Evaluation,
    metric: str = "micro_f1",
    test: Literal["t", "wilcoxon"] = "t",
) -> Comparison:
    """Two-sided paired test, by scipy: Student's t or Wilcoxon's signed ranks.

    Examples
    --------
    >>> from motifcnn.methods.scores import Scores
    >>> def scored(name, values):
    ...     return Evaluation(name, (0, 1, 2), tuple(Scores(v, v, v, 10) for v in values))
    >>> compare(scored("a", (0.9, 0.8, 0.85)), scored("b", (0.7, 0.6, 0.64))).p_value < 0.01
    True
    """
    from scipy import stats

    if test not in ("t", "wilcoxon"):
        raise MotifCNNError(f"compare: test must be t or wilcoxon, got {test!r}")
    if one.seeds != other.seeds:
        raise MotifCNNError(
            f"compare: {one.name} and {other.name} were scored on different splits; evaluate both "
            "with the same seeds"
        )
    if len(one.seeds) < 2:
        raise MotifCNNError("compare: a paired test needs at least two splits")
    difference = one.values(metric) - other.values(metric)
    if not difference.any():
        return Comparison(0.0, 1.0, test)
    if np.ptp(difference) == 0 and test == "t":
        # The same gap in every split has no variance: the test statistic is infinite.
        return Comparison(float(difference.mean()), 0.0, test)
    result = stats.ttest_1samp(difference, 0.0) if test == "t" else stats.wilcoxon(difference)
    return Comparison(float(difference.mean()), float(result.pvalue), test)
