"""`python -m benchmarks.counting.summary FILE...`: what `--json FILE` wrote, a row per case."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

# What says as much as our matrix of the context's role.
SAME = (
    "context matrix",
    "context and paper matrix",
    "one score per undirected link",
    "dense matrix as lists",
)


def main() -> None:
    """Prints ours beside the best peer, and beside the best one that gives the same counts."""
    cases: dict[str, list[dict[str, Any]]] = {}
    for file in sys.argv[1:]:
        for result in json.loads(Path(file).read_text(encoding="utf-8")):
            cases.setdefault(result["case"], []).append(result)
    print(
        "| case | ours, ms | peak, MB | best peer | ms | ratio "
        "| best with the same counts | ms | ratio |"
    )
    print("|---|---|---|---|---|---|---|---|---|")
    for case, results in cases.items():
        (ours,) = (result for result in results if result["peer"] == "ours")
        peers = [result for result in results if result["peer"] != "ours" and result["seconds"]]
        same = [result for result in peers if result["gives"] in SAME]
        seconds = min(ours["seconds"])
        peak = f"{ours['peak_bytes'] / 1e6:.0f}" if ours["peak_bytes"] is not None else ""
        print(
            f"| {case} | {1e3 * seconds:.2f} | {peak} "
            f"| {_cells(peers, seconds)} | {_cells(same, seconds)} |"
        )


def _cells(peers: list[dict[str, Any]], ours: float) -> str:
    if not peers:
        return "none within the time limit | |"
    best = min(peers, key=lambda result: min(result["seconds"]))
    seconds = min(best["seconds"])
    return f"{best['method']} ({best['gives']}) | {1e3 * seconds:.2f} | {seconds / ours:.1f}x"


if __name__ == "__main__":
    main()
