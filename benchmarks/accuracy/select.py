"""`python -m benchmarks.accuracy.select`: settings of our recipes compared on validation nodes.

Every candidate changes one thing about the recipe of a model. Each is fitted on two splits of each
dataset, other than those of the tables, and the mean of Micro- and Macro-F1 on the validation nodes
decides. Scores of test nodes are not read.
"""

from __future__ import annotations

import argparse
import os
import sys
from itertools import product
from pathlib import Path

import numpy as np

from motifcnn.experiments import Column, Row
from motifcnn.experiments.cell import Cell
from motifcnn.experiments.rows import OPTIONS, WIDE_OPTIONS
from motifcnn.experiments.store import read_cell
from motifcnn.experiments.work import missing, work
from motifcnn.methods.motif_cnn_settings import CANDIDATES as INPUTS_AND_DEPTHS

DATASETS = ("dblp-a", "dblp-p", "movie", "debian")
SPLITS = (100, 101)
_BOTH: dict[str, dict[str, object]] = {
    "as it is": {},
    "input dropout 0.3": {"input_dropout": 0.3},
    "structure of 128 columns": {"structure": 128},
    "features projected to 256 columns": {"project": 256},
    "weight decay 1e-3": {"weight_decay": 1e-3},
}
CANDIDATES: dict[str, dict[str, dict[str, object]]] = {
    "motif-cnn": {
        **_BOTH,
        **OPTIONS,
        **{name: {**changes, "choose": False} for name, changes in INPUTS_AND_DEPTHS.items()},
        "128 filters": {"filters": (128,)},
    },
    "wide-motif": {
        **_BOTH,
        **WIDE_OPTIONS,
        "128 filters": {"filters": 128},
        "motif dropout 0.5": {"motif_dropout": 0.5},
    },
}


def main() -> None:
    """Runs what is missing, then prints candidates by their mean validation score."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.accuracy.select", description=__doc__
    )
    parser.add_argument(
        "--results", type=Path, default=Path("runs/select"), help="where results are kept"
    )
    parser.add_argument(
        "--dataset", action="append", choices=DATASETS, help="only this dataset; may be repeated"
    )
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="fits at a time, one thread each"
    )
    parser.add_argument(
        "--model", choices=CANDIDATES, default="motif-cnn", help="whose recipe (default motif-cnn)"
    )
    options = parser.parse_args()
    model, candidates = options.model, CANDIDATES[options.model]
    datasets = tuple(options.dataset or DATASETS)
    cells = [
        _cell(model, dataset, name, split)
        for split, name, dataset in product(SPLITS, candidates, datasets)
    ]
    todo = missing(cells, options.results)
    work(
        todo,
        options.results,
        jobs=options.jobs,
        on_cell=lambda cell, result: print(
            f"{cell.column.name}, {cell.row.name}", file=sys.stderr, flush=True
        ),
    )
    print(
        "| candidate | "
        + " | ".join(datasets)
        + " | mean |\n|---"
        + "|---" * (len(datasets) + 1)
        + "|"
    )
    rows = {
        name: [_score(options.results, model, dataset, name) for dataset in datasets]
        for name in candidates
    }
    for name, scores in sorted(rows.items(), key=lambda row: -float(np.mean(row[1]))):
        print(
            f"| {name} | "
            + " | ".join(f"{score:.2f}" for score in scores)
            + f" | {np.mean(scores):.2f} |"
        )


def _cell(model: str, dataset: str, name: str, split: int) -> Cell:
    row = Row(f"{model}, {name}", model, settings=CANDIDATES[model][name])
    return Cell(Column(dataset, dataset), row, split)


def _score(folder: Path, model: str, dataset: str, name: str) -> float:
    found = [read_cell(folder, _cell(model, dataset, name, split)) for split in SPLITS]
    scores = [
        result["validation"] for result in found if result is not None and "validation" in result
    ]
    return (
        100 * float(np.mean([(s["micro_f1"] + s["macro_f1"]) / 2 for s in scores]))
        if scores
        else float("nan")
    )


if __name__ == "__main__":
    main()
