"""Prints F1 and time of the motifs that motifs="auto" chooses, and of all that the preset takes.

``python -m benchmarks.auto_motifs [GRAPH ...] [--splits N] [--preset NAME]``. A tenth of the
labelled nodes is for training, a tenth decides about motifs and epochs, and another tenth, which
neither has seen, is scored: validation nodes that chose the motifs would flatter them. The splits
are other than those of the tables; the other nodes' labels are not looked at.
"""

from __future__ import annotations

import argparse
import time
from statistics import mean, stdev

from motifcnn.datasets import load_dataset
from motifcnn.graph import Graph
from motifcnn.train import Run, fit

GRAPHS = ("dblp-a", "debian", "movie")
SHARES = (0.1, 0.1, 0.1)
FIRST = 100  # of the seeds; tables have the first ones


def main() -> None:
    """Fits both sets of motifs on the same splits and prints a row for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("graphs", nargs="*", default=GRAPHS)
    parser.add_argument("--splits", type=int, default=3)
    parser.add_argument("--preset", default="default")
    options = parser.parse_args()
    for name in options.graphs:
        graph = load_dataset(name)
        for motifs in ("auto", None):
            _row(name, graph, motifs, options.preset, options.splits)


def _row(name: str, graph: Graph, motifs: str | None, preset: str, splits: int) -> None:
    runs: list[Run] = []
    seconds = []
    for seed in range(FIRST, FIRST + splits):
        began = time.perf_counter()
        runs.append(fit(graph, motifs, preset=preset, split=SHARES, seed=seed))
        seconds.append(time.perf_counter() - began)
    scores = "  ".join(
        f"{100 * mean(values):6.2f} ± {100 * (stdev(values) if splits > 1 else 0.0):.2f}"
        for values in (
            [getattr(run.test, metric) for run in runs] for metric in ("micro_f1", "macro_f1")
        )
    )
    count = mean(sum(motif.target_type == run.target for motif in run.motifs) for run in runs)
    print(
        f"{name:8} {preset}, {motifs or 'all':4} {count:5.1f} motifs   "
        f"held out Micro-/Macro-F1 {scores}   {mean(seconds):5.1f} s, of which "
        f"{mean(run.seconds['prepare'] for run in runs):.1f} s before training",
        flush=True,
    )


if __name__ == "__main__":
    main()
