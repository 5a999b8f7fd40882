"""Time and peak memory against links, with fitted exponents: ``python -m benchmarks.scale``.

Every cell is a process of its own with one thread. Exponents are slopes of log(processor time) over
log(links) by least squares: what else the machine does matters less to processor time.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from benchmarks.scale.apply import exponent, gigabytes
from benchmarks.scale.epoch import PATTERNS, STAGES

SIZES = (100_000, 300_000, 1_000_000, 3_000_000, 10_000_000, 30_000_000)
COLUMNS = 16  # of the features: so that the largest graphs fit
NAMES = {
    "tensor": "tensor, all roles",
    "apply": "factored apply, all roles",
    "full": "epoch, all nodes at once, 2 layers",
    "batches": "epoch, batches of 1024, 10 instances, 2 layers",
    "wide": "epoch, wide-motif",
}


def main() -> None:
    """Prints a table per kind of graph and stage, and the exponents."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--stage", choices=STAGES, action="append", help="only these; may be repeated"
    )
    parser.add_argument("--kind", choices=PATTERNS, action="append")
    parser.add_argument(
        "--largest", type=float, default=SIZES[-1], help="links of the largest graph"
    )
    parser.add_argument(
        "--memory", type=float, default=24.0, help="GB that a cell may be expected to take"
    )
    parser.add_argument(
        "--seconds", type=float, default=900.0, help="that a cell may take, everything included"
    )
    parser.add_argument("--json", type=Path, help="file to add a line per cell to")
    arguments = parser.parse_args()
    for kind in arguments.kind or PATTERNS:
        for stage in arguments.stage or ("tensor", "apply", "full", "batches"):
            growth(kind, stage, arguments)


def growth(kind: str, stage: str, arguments: Any) -> None:
    """One stage on graphs of growing size."""
    print(f"\n{kind}: {NAMES[stage]}, {COLUMNS} columns, one thread\n")
    print("| links | nodes | seconds | processor | peak |\n|---|---|---|---|---|")
    sizes, seconds, last = [], [], None
    for size in (s for s in SIZES if s <= arguments.largest):
        if (
            last is not None
            and (expected := last["peak"] * size / last["links"]) > arguments.memory * 1e9
        ):
            print(
                f"| {size:,} | | skipped: about {gigabytes(expected)} expected, "
                f"over {arguments.memory:.0f} GB | | |"
            )
            continue
        found = run(stage, kind, size, arguments.seconds)
        if arguments.json is not None:
            with arguments.json.open("a") as file:
                file.write(json.dumps({"stage": stage, "kind": kind, "size": size} | found) + "\n")
        if "skipped" in found:
            print(f"| {size:,} | | skipped: {found['skipped']} | | |", flush=True)
            break
        last = found
        sizes.append(size)
        seconds.append(found["processor"])
        print(
            f"| {found['links']:,} | {found['nodes']:,} | {found['seconds']:.3f} "
            f"| {found['processor']:.3f} | "
            f"{gigabytes(found['peak'])} |",
            flush=True,
        )
    print(
        f"\nexponent: {exponent(sizes, seconds):.3f} over all sizes, "
        f"{exponent(sizes[2:], seconds[2:]):.3f} from 1e6 on",
        flush=True,
    )


def run(stage: str, kind: str, size: int, limit: float) -> dict[str, Any]:
    """What one cell says, in a process of its own."""
    command = [
        sys.executable,
        "-m",
        "benchmarks.scale.epoch",
        stage,
        kind,
        str(size),
        "--columns",
        str(COLUMNS),
    ]
    one = {"NUMBA_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            env=os.environ | one,
            timeout=limit,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return {"skipped": f"over {limit:.0f} s"}
    if done.returncode != 0:
        said = done.stderr.strip().splitlines() or [f"ended with {done.returncode}"]
        return {"skipped": said[-1]}
    found: dict[str, Any] = json.loads(done.stdout)
    return found


if __name__ == "__main__":
    main()
