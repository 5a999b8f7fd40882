"""`python -m benchmarks.accuracy`: every method on the same splits, with the same tuning budget.

Each result is kept as it comes; calling it again goes on. Splits are the outer loop: an interrupted
run has the same of all.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from dataclasses import replace
from pathlib import Path

from benchmarks.accuracy.arena import arena
from benchmarks.accuracy.ranks import ranks
from motifcnn.experiments import reproduce
from motifcnn.experiments.cell import Cell
from motifcnn.experiments.store import Result


def main() -> None:
    """Runs what is missing, then prints the tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.accuracy", description=__doc__)
    parser.add_argument(
        "--splits", type=int, default=10, help="splits, seeds 0, 1, ... (default 10)"
    )
    parser.add_argument(
        "--trials",
        type=int,
        default=10,
        help="fits per split among which validation chooses (default 10)",
    )
    parser.add_argument("--dataset", action="append", help="only this dataset; may be repeated")
    parser.add_argument("--method", action="append", help="only this method; may be repeated")
    parser.add_argument(
        "--results", type=Path, default=Path("runs/accuracy"), help="where results are kept"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="fits at a time")
    parser.add_argument(
        "--table", action="store_true", help="only print the tables of what is there"
    )
    options = parser.parse_args()
    experiment = replace(
        arena().only(tuple(options.method or ()), tuple(options.dataset or ())),
        splits=options.splits,
        trials=options.trials,
    )
    lines = Lines()
    found = reproduce(
        experiment,
        options.results,
        jobs=options.jobs,
        fit=not options.table,
        on_start=lines.start,
        on_cell=lines.cell,
    )
    print(found.files[0].read_text(encoding="utf-8"))
    print(ranks(found.table))


class Lines:
    """A line on stderr per cell."""

    def __init__(self) -> None:
        self.began, self.total, self.done = time.perf_counter(), 0, 0

    def start(self, cells: int) -> None:
        self.total = cells

    def cell(self, cell: Cell, result: Result) -> None:
        self.done += 1
        test = result.get("test")
        outcome = (
            f"{100 * test['micro_f1']:.2f} / {100 * test['macro_f1']:.2f}"
            if test
            else f"{result['reason']}"
        )
        what = f"{cell.column.name}, {cell.row.name}, split {cell.split}"
        line = f"{self.done}/{self.total} {what}: {outcome}"
        so_far = f"{time.perf_counter() - self.began:.0f} s so far"
        so_far = f"{result.get('wall_seconds', 0.0):.0f} s; {so_far}"
        print(f"{line}, {so_far}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
