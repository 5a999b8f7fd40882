"""`python -m benchmarks.accuracy.select`: how the settings of `default` were chosen, on validation nodes alone.

Every candidate changes one thing about the start. Each is fitted on two splits of each dataset, other than those of the tables,
and the mean of Micro- and Macro-F1 on the validation nodes decides. Test nodes are not looked at.
"""

from __future__ import annotations

import argparse
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from benchmarks.accuracy.methods import DATASETS
from benchmarks.accuracy.store import read_results, result_file
from benchmarks.accuracy.worker import validate_once

SPLITS = (100, 101)
START: dict[str, object] = {"self_weight": 0.2}
CANDIDATES: dict[str, dict[str, object]] = {
    "start": START,
    "input dropout 0.5": START | {"input_dropout": 0.5},
    "structure only where there are no features": START | {"structure_everywhere": False},
    "nothing borrowed": START | {"borrow": False},
    "paths of three nodes": START | {"path_nodes": 0},
    "two layers": START | {"filters": (64, 64), "path_nodes": 0},
    "a dense layer": START | {"dense": (64,)},
    "full self weight": {"self_weight": 1.0},
    "batch norm": START | {"batch_norm": True},
    "learning rate 0.01": START | {"learning_rate": 0.01},
    "selected on loss": START | {"select": "loss"},
}


def main() -> None:
    """Runs what is missing, then prints candidates by their mean validation score."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.accuracy.select", description=__doc__)
    parser.add_argument("--results", type=Path, default=Path("runs/select"), help="where results are kept")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="fits at a time, one thread each")
    options = parser.parse_args()
    os.environ |= {"OMP_NUM_THREADS": "1", "NUMBA_NUM_THREADS": "1"}
    todo = [
        (dataset, name, split)
        for split, name, dataset in product(SPLITS, CANDIDATES, DATASETS)
        if not result_file(options.results, dataset, name, split).exists()
    ]
    with ProcessPoolExecutor(options.jobs, mp_context=get_context("spawn")) as pool:
        tasks = [pool.submit(validate_once, d, n, s, CANDIDATES[n], options.results) for d, n, s in todo]
        for done, task in enumerate(tasks, start=1):
            print(f"{done}/{len(todo)} {task.result()}", file=sys.stderr, flush=True)
    print("| candidate | " + " | ".join(DATASETS) + " | mean |\n|---" + "|---" * (len(DATASETS) + 1) + "|")
    rows = {name: [_score(options.results, dataset, name) for dataset in DATASETS] for name in CANDIDATES}
    for name, scores in sorted(rows.items(), key=lambda row: -float(np.mean(row[1]))):
        print(f"| {name} | " + " | ".join(f"{score:.2f}" for score in scores) + f" | {np.mean(scores):.2f} |")


def _score(folder: Path, dataset: str, name: str) -> float:
    found = read_results(folder, dataset, name)
    return 100 * float(np.mean([(r["micro_f1"] + r["macro_f1"]) / 2 for r in found.values()])) if found else float("nan")


if __name__ == "__main__":
    main()
