"""From the graph to a trained default on DBLP-P, counting included, in a fresh process."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path


def measure() -> dict[str, float]:
    """Seconds, test Micro-F1 and peak memory in bytes, measured in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.training.converge"],
        capture_output=True,
        text=True,
        check=True,
    )
    result: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return result


def main() -> None:
    """Prints one line of JSON."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    from benchmarks.training.graphs import load
    from motifcnn.train import fit, random_split

    graph = load("dblp-p")
    began = time.perf_counter()
    run = fit(graph, split=random_split(graph, seed=0))
    seconds = time.perf_counter() - began
    peak = peak_bytes()
    print(
        json.dumps(
            {
                "seconds": seconds,
                "micro_f1": run.test.micro_f1,
                "epochs": len(run.history),
                "peak": peak,
                **run.seconds,
            }
        )
    )


def peak_bytes() -> int:
    """Peak resident memory; ru_maxrss would begin with that of the parent process."""
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    return next(
        int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmHWM")
    )


if __name__ == "__main__":
    main()
