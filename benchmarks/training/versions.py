"""The tree against an older one, in one run: ``python -m benchmarks.training.versions OLD``.

OLD is a checkout of an earlier commit (``git worktree add OLD COMMIT``). Each measurement runs in a
process of its own, old and new in turns: an epoch of the papers' presets, ten splits of the
default, and the preparation of the first and second split.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parents[2]
EPOCH = """
import json, torch
from benchmarks.training.graphs import load
from benchmarks.training.ours import motif_cnn_epoch
from benchmarks.training.timing import median_seconds
torch.manual_seed(0)
print(json.dumps(median_seconds(motif_cnn_epoch(load({graph!r}), {graph!r}, {preset!r}), 9)))
"""
SPLITS = """
import json, time
from benchmarks.training.graphs import load
from motifcnn.evaluate import evaluate
graph, runs = load({graph!r}), []
options = {{"settings": {{"choose": False}}}} if {one_fit} else {{}}
began = time.perf_counter()
result = evaluate(graph, splits={splits}, on_run=runs.append, **options)
prepare = [run.seconds["prepare"] for run in runs]
print(json.dumps([time.perf_counter() - began, prepare[0], prepare[1], result.mean("micro_f1")]))
"""


def run(tree: Path, code: str) -> list[float]:
    """The numbers that code prints in a tree."""
    environment = os.environ | {"PYTHONPATH": f"{tree / 'src'}{os.pathsep}{tree}"}
    environment.setdefault("MOTIFCNN_DATA", str(HERE.parent / "shared" / "data"))
    command = [sys.executable, "-c", code]
    done = subprocess.run(
        command, cwd=tree, env=environment, capture_output=True, text=True, check=True
    )
    found = json.loads(done.stdout.splitlines()[-1])
    return found if isinstance(found, list) else [found]


def compared(old: Path, code: str, rounds: int) -> tuple[list[float], list[float]]:
    """Medians of what both trees print, in turns."""
    found: dict[Path, list[list[float]]] = {old: [], HERE: []}
    for _ in range(rounds):
        for tree, rows in found.items():
            rows.append(run(tree, code))
    before, after = (
        [statistics.median(column) for column in zip(*rows, strict=True)] for rows in found.values()
    )
    return before, after


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("old", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--splits", type=int, default=10)
    options = parser.parse_args()
    old = options.old.resolve()
    print(f"{'what':36} {'before':>10} {'after':>10}   after / before")
    for graph in ("dblp-p", "movie"):
        for preset in ("preprint", "asonam"):
            code = EPOCH.format(graph=graph, preset=preset)
            (before,), (after,) = compared(old, code, options.rounds)
            what = f"epoch of {preset}, {graph}"
            print(f"{what:36} {before:8.3f} s {after:8.3f} s {after / before:12.2f}", flush=True)
    splits = {"graph": "dblp-p", "splits": options.splits}
    before = run(old, SPLITS.format(**splits, one_fit=False))
    names = (f"{options.splits} splits of the default, dblp-p", "  first prepared", "  second")
    # The default fits several candidates; beside it one of them alone, as the older tree does.
    for title, one_fit in (("with its choice of inputs", False), ("one fit each", True)):
        after = run(HERE, SPLITS.format(**splits, one_fit=one_fit))
        print(title)
        for what, one, two in zip(names, before, after, strict=False):
            print(f"{what:36} {one:8.2f} s {two:8.2f} s {two / one:12.2f}")
        print(f"{'  mean Micro-F1':36} {100 * before[3]:8.2f}   {100 * after[3]:8.2f}", flush=True)


if __name__ == "__main__":
    main()
