"""Prints what columns and links are worth together on real tables, over several splits.

``python -m benchmarks.table_columns [SET ...] [--splits N] [--cache FOLDER]``. Sets and labels are
those of `benchmarks.tables`; all of them are printed. ``both`` is what ``motifcnn train FOLDER``
fits, ``columns`` gradient boosting on the columns of the nodes to classify, ``links`` the same
network on the same graph without any column. Scores are Micro-F1 on test nodes, 60/20/20 by class;
beside each difference stands its 95 % interval over the splits (Student's t, paired).
"""

from __future__ import annotations

import argparse
import warnings
from dataclasses import replace
from pathlib import Path

import numpy as np
from platformdirs import user_cache_dir
from scipy import stats

from benchmarks.tables import SETS, NotAvailable, TableSet, tables_of
from motifcnn import Graph, Schema, fit
from motifcnn.cli.verbs.train import TABLE_SHARES
from motifcnn.graph import read_tables
from motifcnn.graph.tables import TableWarning
from motifcnn.train.split import random_split


def main() -> None:
    """Fits the three models on each split of each set."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="*", default=list(SETS))
    parser.add_argument("--splits", type=int, default=5)
    parser.add_argument("--cache", type=Path, default=Path(user_cache_dir("motifcnn")) / "tables")
    options = parser.parse_args()
    print("set           both  columns  links  both - columns       both - links")
    for name in options.sets:
        try:
            graph = _graph(SETS[name], options.cache)
        except NotAvailable as error:
            print(f"{name:13} skipped: {error}", flush=True)
            continue
        scores = np.array([_scores(graph, seed) for seed in range(options.splits)])
        both, columns, links = scores.mean(axis=0)
        gaps = [_interval(scores[:, 0] - scores[:, other]) for other in (1, 2)]
        print(
            f"{name:13} {both:4.1f}  {columns:7.1f}  {links:5.1f}  {gaps[0]:19}  {gaps[1]}",
            flush=True,
        )


def _graph(tables: TableSet, cache: Path) -> Graph:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TableWarning)  # guesses, as with --yes
        return read_tables(tables_of(tables, cache), label=tables.label, unknown=tables.unknown)


def _scores(graph: Graph, seed: int) -> list[float]:
    """Micro-F1 in per cent: both, the columns alone, the links alone."""
    target = graph.target_type
    split = random_split(graph, target, TABLE_SHARES, seed=seed, stratified=True)
    one_type = Graph(
        Schema((target,), ()),
        {},
        {target: graph.counts[target]},
        ids={target: graph.ids[target]},
        features={target: graph.features[target]},
        labels={target: graph.labels[target]},
    )
    runs = (
        fit(graph, split=split, seed=seed),
        fit(one_type, model="boosting", split=split, seed=seed),
        fit(replace(graph, features={}, columns={}, encoders={}), split=split, seed=seed),
    )
    return [100 * run.test.micro_f1 for run in runs]


def _interval(differences: np.ndarray) -> str:
    middle = differences.mean()
    half = stats.sem(differences) * stats.t.ppf(0.975, len(differences) - 1)
    return f"{middle:+.1f} ({middle - half:+.1f} to {middle + half:+.1f})"


if __name__ == "__main__":
    main()
