"""`python -m benchmarks.accuracy`: fits every method on the same random splits and prints the tables.

Each result is kept as it comes; calling it again goes on. Splits are the outer loop: an interrupted run has the same of all.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import product
from multiprocessing import get_context
from pathlib import Path

from benchmarks.accuracy.methods import DATASETS, METHODS
from benchmarks.accuracy.store import result_file
from benchmarks.accuracy.table import markdown
from benchmarks.accuracy.worker import fit_once


def main() -> None:
    """Runs what is missing, then prints the tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.accuracy", description=__doc__)
    parser.add_argument("--splits", type=int, default=10, help="random splits, seeds 0, 1, ... (default 10)")
    parser.add_argument("--dataset", action="append", choices=DATASETS, help="only this dataset; may be repeated")
    parser.add_argument("--method", action="append", choices=list(METHODS), help="only this method; may be repeated")
    parser.add_argument("--results", type=Path, default=Path("runs/accuracy"), help="where results are kept")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="fits at a time, one thread each")
    parser.add_argument("--table", action="store_true", help="only print the tables of what is there")
    options = parser.parse_args()
    datasets, methods = tuple(options.dataset or DATASETS), tuple(options.method or METHODS)
    if not options.table:
        todo = [
            (dataset, method, split)
            for split, method, dataset in product(range(options.splits), methods, datasets)
            if not result_file(options.results, dataset, method, split).exists()
        ]
        _run(todo, options.results, options.jobs)
    print(markdown(options.results, datasets))


def _run(todo: list[tuple[str, str, int]], folder: Path, jobs: int) -> None:
    os.environ |= {"OMP_NUM_THREADS": "1", "NUMBA_NUM_THREADS": "1"}  # one thread per process: nobody waits for another
    began = time.perf_counter()
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        tasks = {pool.submit(fit_once, *each, folder): each for each in todo}
        for done, task in enumerate(as_completed(tasks), start=1):
            micro, macro, seconds = task.result()
            line = f"{done}/{len(todo)} {' '.join(map(str, tasks[task]))}: {100 * micro:.2f} / {100 * macro:.2f}, {seconds:.0f} s"
            print(f"{line}; {time.perf_counter() - began:.0f} s so far", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
