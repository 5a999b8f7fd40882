"""Two rows of a table on one graph, over the splits that both have."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.stats import t, ttest_rel

from motifcnn.experiments.markdown import OLD_MARK
from motifcnn.experiments.table import Entry

METRICS = ("micro_f1", "macro_f1")


@dataclass(frozen=True)
class Pair:
    """Test scores in per cent of two rows on one graph.

    Parameters
    ----------
    column : str
        The graph.
    values : mapping of metric to (2, splits) array
    old : bool
        Whether one of the two has results of other code.
    """

    column: str
    values: dict[str, np.ndarray]
    old: bool

    def scores(self, which: int) -> str:
        """Mean Micro- and Macro-F1 of one of the two."""
        figures = " / ".join(f"{self.values[metric][which].mean():.2f}" for metric in METRICS)
        return figures + (OLD_MARK if self.old else "")

    def gap(self) -> float:
        """The mean difference in Micro-F1, in points."""
        one, other = self.values["micro_f1"]
        return float((one - other).mean())

    def difference(self, metric: str) -> str:
        """The mean difference with its 95 % interval."""
        gap = self.values[metric][0] - self.values[metric][1]
        error = t.ppf(0.975, len(gap) - 1) * gap.std(ddof=1) / np.sqrt(len(gap))
        return f"{gap.mean():+.2f} ± {error:.2f}"

    def differences(self) -> str:
        """That of both metrics."""
        return " / ".join(self.difference(metric) for metric in METRICS)

    def p_value(self, metric: str) -> float:
        """Of the paired t-test; 1 where the two are the same."""
        one, other = self.values[metric]
        return 1.0 if (one == other).all() else float(ttest_rel(one, other).pvalue)

    def p(self) -> str:
        """The p-values of both metrics in words."""
        texts = [_p(self.p_value(metric)) for metric in METRICS]
        return texts[0] if texts[0] == texts[1] else " / ".join(texts)

    def mean_difference(self) -> float:
        """Of the mean of both metrics."""
        gaps = [self.values[metric][0] - self.values[metric][1] for metric in METRICS]
        return float(np.mean(gaps))

    def winner(self) -> str:
        """Who is ahead in Micro-F1 with p < 0.05; nobody: empty."""
        if self.p_value("micro_f1") >= 0.05:
            return ""
        one, other = self.values["micro_f1"]
        return "Motif-CNN" if one.mean() > other.mean() else "GCN"


def pair(one: Entry, other: Entry) -> Pair | None:
    """Two entries over the splits that both have; None where they share fewer than two."""
    shared = sorted(one.results.keys() & other.results.keys())
    if len(shared) < 2:
        return None
    values = {
        metric: 100
        * np.array(
            [[entry.results[split]["test"][metric] for split in shared] for entry in (one, other)]
        )
        for metric in METRICS
    }
    return Pair(one.column, values, bool(one.old or other.old))


def _p(value: float) -> str:
    return "< 0.001" if value < 0.001 else f"{value:.2g}"
