"""`python -m benchmarks.counting`: counts every case with ours and its peers; prints a table."""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from pathlib import Path

from benchmarks.counting import graphs
from benchmarks.counting.cases import CASES, Case, problem
from benchmarks.counting.measure import Result, measure
from benchmarks.counting.peers import PEERS, methods
from benchmarks.counting.table import document, markdown, rich_table
from benchmarks.counting.worker import ONE_THREAD

# where a count takes milliseconds, or other work keeps a core busy, waiting for a second thread may
# cost more than it brings
OPENMP, SMALL = ("graphblas", "pyg"), ("dblp-p", "movie")


def main(arguments: list[str] | None = None) -> int:
    """Runs the benchmark; 1 if a check-sum differs."""
    options = _parser().parse_args(arguments)
    wanted = options.case or [case.name for case in CASES]
    peers = options.peer or ["ours", *PEERS]
    results: list[Result] = []
    for case in (c for c in CASES if c.name in wanted):
        results += _case(case, peers, options)
        if options.json:
            Path(options.json).write_text(json.dumps(document(results), indent=1))
    if options.markdown:
        print(markdown(results))
    else:
        from rich.console import Console

        Console(width=None if sys.stdout.isatty() else 160).print(rich_table(results))
    return int(any(r.equal is False for r in results))


def _case(case: Case, peers: list[str], options: argparse.Namespace) -> list[Result]:
    if case.graph != "rmat" and not (graphs.data_folder() / case.graph).is_dir():
        print(
            f"{case.name}: left out, {graphs.data_folder() / case.graph} does not exist; "
            "set MOTIFCNN_DATA",
            file=sys.stderr,
        )
        return []
    results = []
    for peer in peers:
        if peer == "ours":
            results.append(Result(case.name, peer, peer, "all roles", options.threads))
            continue
        for name, method in methods(
            peer, case.shape, case.homogeneous, case.types[0] == case.types[2]
        ).items():
            results.append(Result(case.name, peer, name, method.gives, options.threads))
            if peer in OPENMP and options.threads > 1 and case.graph in SMALL:
                results.append(Result(case.name, peer, name + ONE_THREAD, method.gives, 1))
    with tempfile.TemporaryDirectory() as folder:
        problem(case, graphs.load(case.graph)).save(Path(folder))
        return measure(
            results,
            Path(folder),
            cap=options.cap,
            budget=options.budget,
            memory=options.memory,
            memory_limit=int(options.memory_limit * 1e9),
            tell=(lambda text: print(text, file=sys.stderr))
            if options.verbose
            else (lambda text: None),
        )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.counting", description=__doc__)
    parser.add_argument(
        "--case",
        action="append",
        choices=[case.name for case in CASES],
        help="only this case; may be repeated",
    )
    parser.add_argument(
        "--peer",
        action="append",
        choices=["ours", *PEERS],
        help="only this peer, or ours; may be repeated",
    )
    parser.add_argument(
        "--cap",
        type=float,
        default=60.0,
        help="seconds after which a call is given up (default 60)",
    )
    parser.add_argument(
        "--budget", type=float, default=5.0, help="seconds of timed runs per case (default 5)"
    )
    parser.add_argument(
        "--threads",
        type=int,
        default=os.cpu_count() or 1,
        help="threads of each method (default: all cores)",
    )
    parser.add_argument(
        "--memory",
        action="store_true",
        help="also measure peak memory, in one more run of each method",
    )
    parser.add_argument(
        "--memory-limit", type=float, default=8.0, help="GB that a method may allocate (default 8)"
    )
    parser.add_argument(
        "--markdown", action="store_true", help="print Markdown instead of a table for the terminal"
    )
    parser.add_argument("--json", metavar="FILE", help="also write all numbers to this file")
    parser.add_argument("--verbose", action="store_true", help="say what is being measured")
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
