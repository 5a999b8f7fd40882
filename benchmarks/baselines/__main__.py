"""`python -m benchmarks.baselines`: every method where its own paper reports a figure.

Prints a Markdown table: mean and deviation of the test accuracy over seeds, with the mean
validation accuracy beside it.
"""

from __future__ import annotations

import argparse
import sys
import time
from typing import Any

import numpy as np

from benchmarks.baselines.cases import CASES, Case
from motifcnn.graph.graph import Graph
from motifcnn.methods import get_method
from motifcnn.train import fit


def main() -> None:
    """Fits each case with every seed, in this process."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.baselines", description=__doc__)
    parser.add_argument(
        "--method",
        action="append",
        choices=sorted({case.method for case in CASES}),
        help="only this method",
    )
    parser.add_argument(
        "--dataset",
        action="append",
        choices=sorted({case.dataset for case in CASES}),
        help="only this graph",
    )
    parser.add_argument("--seeds", type=int, default=10, help="seeds 0, 1, ... (default 10)")
    parser.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE", help="change a setting"
    )
    options = parser.parse_args()
    changes = dict(_setting(text) for text in options.set)
    print(
        "| method | graph | split | accuracy | published | goal | on validation | epochs "
        "| CPU seconds per fit |"
    )
    print("|---|---|---|---|---|---|---|---|---|")
    for case in CASES:
        if case.method in (options.method or (case.method,)) and case.dataset in (
            options.dataset or (case.dataset,)
        ):
            print(_row(case, options.seeds, changes), flush=True)


def _row(case: Case, seeds: int, changes: dict[str, Any]) -> str:
    graph = _load(case.dataset)
    test, val, seconds, epochs = [], [], [], []
    for seed in range(seeds):
        began = time.process_time()
        run = fit(
            graph,
            model=case.method,
            preset="original" if "original" in get_method(case.method).presets else None,
            split=case.split,
            seed=seed,
            settings={**case.settings, **changes},
        )
        seconds.append(time.process_time() - began)
        test.append(100 * run.test.accuracy)
        val.append(100 * run.validation.accuracy)
        epochs.append(len(run.history))
        print(
            f"{case.method} {case.dataset} seed {seed}: {val[-1]:.2f} on validation, "
            f"{seconds[-1]:.1f} CPU seconds",
            file=sys.stderr,
        )
    split = (
        case.split
        if isinstance(case.split, str)
        else " / ".join(f"{100 * part:.0f} %" for part in case.split)
    )
    deviation = float(np.std(test, ddof=1)) if len(test) > 1 else 0.0
    cells = [
        case.method,
        case.dataset,
        split,
        f"{np.mean(test):.2f} ± {deviation:.2f}",
        f"{case.published:g}",
        f"{case.goal:g}" if case.goal else "",
        f"{np.mean(val):.2f}",
        f"{np.mean(epochs):.0f}",
        f"{np.mean(seconds):.1f}",
    ]
    return "| " + " | ".join(cells) + " |"


def _load(name: str) -> Graph:
    from benchmarks.training.graphs import FOLDER, load

    if not FOLDER.is_dir():
        raise SystemExit(f"no public datasets in {FOLDER}; set MOTIFCNN_DATA to their folder")
    return load(name)


def _setting(text: str) -> tuple[str, Any]:
    import json

    name, _, value = text.partition("=")
    try:
        return name, json.loads(value)
    except json.JSONDecodeError:
        return name, value


if __name__ == "__main__":
    main()
