"""``python -m benchmarks.accuracy.differences TABLE ROW OTHER``: two rows of a table compared.

Reads the cells in ``results`` and prints, per graph, the mean scores of both rows over the splits
that both have, their mean difference with its 95 % interval (Student's t), and the p-value of the
paired test, for Micro-F1 and Macro-F1. The figures of docs/worth.md come from it.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from scipy.stats import t, ttest_rel

from motifcnn.experiments import experiment, tabulate

METRICS = ("micro_f1", "macro_f1")


def main() -> None:
    """Prints one line per graph and metric."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("table", help="such as table-inputs")
    parser.add_argument("row", help="such as default")
    parser.add_argument("other", help="such as gcn")
    parser.add_argument("--results", type=Path, default=Path("results"))
    options = parser.parse_args()
    table = tabulate(experiment(options.table), options.results)
    for column in table.experiment.columns:
        entries = {entry.row: entry.results for entry in table.of(column.name)}
        one, two = entries[options.row], entries[options.other]
        shared = sorted(one.keys() & two.keys())
        if len(shared) < 2:
            continue
        for metric in METRICS:
            a, b = (
                100 * np.array([found[split]["test"][metric] for split in shared])
                for found in (one, two)
            )
            error = t.ppf(0.975, len(shared) - 1) * (a - b).std(ddof=1) / np.sqrt(len(shared))
            scores = f"{a.mean():6.2f} {b.mean():6.2f} {(a - b).mean():+6.2f} ± {error:.2f}"
            p = float(ttest_rel(a, b).pvalue)
            print(f"{column.name:24} {metric:9} {scores}  p = {p:.2g}  {len(shared)} splits")


if __name__ == "__main__":
    main()
