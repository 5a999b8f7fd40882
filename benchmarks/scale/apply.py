"""Applying an operator without its tensor: ``python -m benchmarks.scale.apply``.

First against scipy (product, then sparse times dense) on a graph with about 310 million
co-occurrence instances, then the growth of time and memory with the links, from 1e5 to 3e7.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.scale.contender import save
from motifcnn.datasets.synthetic import random_bipartite, rmat

SIZES = (100_000, 300_000, 1_000_000, 3_000_000, 10_000_000, 30_000_000)
SKEW = 0.6  # Σ d (d - 1) over the right nodes is then about 310 million for 3 million links
COLUMNS = 64
GROWTH_COLUMNS = 16


def main() -> None:
    """Prints both tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=("against-scipy", "growth"))
    parser.add_argument(
        "--largest", type=float, default=SIZES[-1], help="links of the largest graph"
    )
    parser.add_argument(
        "--columns", type=int, default=GROWTH_COLUMNS, help="of the values whose growth is measured"
    )
    arguments = parser.parse_args()
    if arguments.only != "growth":
        against_scipy()
    if arguments.only != "against-scipy":
        for kind in ("bipartite", "rmat"):
            growth(kind, int(arguments.largest), arguments.columns)


def against_scipy() -> None:
    """1.0 M x 0.3 M nodes, 3 M links, 64 columns of float32."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        save(random_bipartite(1_000_000, 300_000, 3_000_000, skew=SKEW), "bipartite", folder)
        ours = run("factored", folder, COLUMNS)
        theirs = run("scipy", folder, COLUMNS)
    print(
        f"A-B-A, 1.0 M x 0.3 M nodes, 3 M links, {ours['instances']:,} instances, "
        f"{COLUMNS} columns float32"
    )
    print(
        f"  factored   {ours['seconds']:8.2f} s   peak {gigabytes(ours['peak'])}   "
        f"(the first, with D: {ours['first']:.2f} s)"
    )
    print(f"  gradient   {ours['gradient']:8.2f} s   peak {gigabytes(ours['peak_gradient'])}")
    print(
        f"  scipy      {theirs['seconds']:8.2f} s   peak {gigabytes(theirs['peak'])}   "
        f"(product {theirs['product']:.2f} s, "
        f"apply {theirs['apply']:.2f} s, in {theirs['blocks']} blocks of rows)"
    )
    print(f"  ratio      {theirs['seconds'] / ours['seconds']:8.1f}")
    same = math.isclose(ours["checksum"], theirs["checksum"], rel_tol=1e-3, abs_tol=1.0)
    print(
        f"  same instances: {ours['instances'] == theirs['instances']}, same sum of results: {same}"
    )


def growth(kind: str, largest: int, columns: int) -> None:
    """Time and peak memory of one application against the links, and the exponent of time.

    With one thread, and the exponent from its processor time: so that what else the machine does
    matters less. Beside it the floor: the same rows, only fetched and added
    (`benchmarks.scale.floor`).
    """
    print(f"\n{kind}, wedge, {columns} columns float32, one thread")
    heads = {
        "links": 12,
        "nodes": 12,
        "instances": 18,
        "apply": 9,
        "processor": 10,
        "floor": 9,
        "ratio": 6,
        "gradient": 9,
        "peak": 9,
    }
    print("  " + " ".join(f"{head:>{width}}" for head, width in heads.items()))
    sizes = [size for size in SIZES if size <= largest]
    seconds, floor = [], []
    for size in sizes:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            nodes = _write(kind, size, folder)
            found = run("factored", folder, columns, repeats=7, threads=1)
        seconds.append(found["processor"])
        floor.append(found["floor"])
        print(
            f"  {size:12,} {nodes:12,} {found['instances']:18,} {found['seconds']:8.3f}s "
            f"{found['processor']:9.3f}s "
            f"{found['floor']:8.3f}s {found['processor'] / found['floor']:6.2f} "
            f"{found['gradient']:8.3f}s "
            f"{gigabytes(found['peak_gradient']):>9}",
            flush=True,
        )
    for name, values in (("apply", seconds), ("floor", floor)):
        whole, late = exponent(sizes, values), exponent(sizes[2:], values[2:])
        print(f"  exponent of {name}: {whole:.3f} over all sizes, {late:.3f} from 1e6 on")


def _write(kind: str, size: int, folder: Path) -> int:
    if kind == "bipartite":
        graph = random_bipartite(size // 3, size // 10, size, skew=SKEW)
    else:
        graph = rmat(round(math.log2(size / 10)), size)
    save(graph, kind, folder)
    return sum(graph.counts.values())


def run(
    contender: str, folder: Path, columns: int, repeats: int = 3, threads: int | None = None
) -> dict[str, Any]:
    """What a contender says, in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.scale.contender", contender, str(folder)]
    environment = os.environ | ({} if threads is None else {"NUMBA_NUM_THREADS": str(threads)})
    done = subprocess.run(
        [*command, "--columns", str(columns), "--repeats", str(repeats)],
        check=True,
        capture_output=True,
        text=True,
        env=environment,
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def exponent(sizes: list[int], seconds: list[float]) -> float:
    """Slope of the logarithm of time over that of size, by least squares."""
    if len(sizes) < 2:
        return math.nan
    return float(np.polyfit(np.log(sizes), np.log(seconds), 1)[0])


def gigabytes(size: float) -> str:
    """Bytes in GB of 1e9."""
    return f"{size / 1e9:.2f} GB"


if __name__ == "__main__":
    main()
