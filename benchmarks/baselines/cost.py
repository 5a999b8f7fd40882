"""`python -m benchmarks.baselines.cost`: one fit of each method on DBLP-P, in its own process."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time

from motifcnn.experiments.rows import baselines


def main() -> None:
    """Prints a Markdown table; with `--alone` one line of JSON about one fit in this process."""
    known = [row.model for row in baselines()]
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.baselines.cost", description=__doc__
    )
    parser.add_argument(
        "--method",
        action="append",
        choices=known,
        help="only this method; may be repeated",
    )
    parser.add_argument("--dataset", default="dblp-p", help="graph (default dblp-p)")
    parser.add_argument(
        "--seconds", type=float, default=600.0, help="longest time for a fit (default 600)"
    )
    parser.add_argument("--alone", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.alone:
        print(json.dumps(_measure(options.method[0], options.dataset)))
        return
    print(
        "| method | seconds | CPU seconds | epochs | peak memory, GB | Micro-F1 on validation |\n"
        "|---|---|---|---|---|---|"
    )
    for method in options.method or known:
        command = [
            sys.executable,
            "-m",
            "benchmarks.baselines.cost",
            "--alone",
            "--method",
            method,
            "--dataset",
            options.dataset,
        ]
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, check=False, timeout=options.seconds
            )
        except subprocess.TimeoutExpired:
            print(f"| {method} | over {options.seconds:g} | | | | |", flush=True)
            continue
        if done.returncode:
            last = (done.stderr.splitlines() or ["no message"])[-1]
            print(f"| {method} | failed: {last} | | | | |", flush=True)
            continue
        r = json.loads(done.stdout.splitlines()[-1])
        numbers = f"{r['seconds']:.1f} | {r['cpu']:.1f} | {r['epochs']} | {r['peak'] / 2**30:.2f}"
        numbers = f"{numbers} | {100 * r['micro_f1']:.2f}"
        print(f"| {method} | {numbers} |", flush=True)


def _measure(method: str, dataset: str) -> dict[str, float]:
    from benchmarks.training.converge import peak_bytes
    from benchmarks.training.graphs import load
    from motifcnn.train import fit, random_split

    graph = load(dataset)
    split = random_split(graph, seed=100)  # none of those that the tables report on
    wall, cpu = time.perf_counter(), time.process_time()
    run = fit(graph, model=method, split=split)
    return {
        "seconds": time.perf_counter() - wall,
        "cpu": time.process_time() - cpu,
        "epochs": len(run.history),
        "peak": peak_bytes(),
        "micro_f1": run.validation.micro_f1,
    }


if __name__ == "__main__":
    main()
