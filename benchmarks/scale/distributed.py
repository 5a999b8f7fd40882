"""One process against several ranks: ``python -m benchmarks.scale.distributed``.

The same fits with the same global batch, in one process and by torchrun with one and with N ranks
on this machine, one thread each: final validation F1, peak memory of every process, seconds, and
how far the loss curves are apart. With ``--seeds`` split, weights and batches are drawn anew for
each; the last lines have the differences.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

import motifcnn as mc
from benchmarks.scale.epoch import peak
from motifcnn.tensor.plan import readable_size

MOTIFS = (
    "(t:package)--(c:package)",
    "(t:package)--(c:tag)",
    "(t:package)--(s:source)--(c:package)",
    "(t:package)--(g:tag)--(c:package)",
    "(t:package)--(p:package)--(c:package)",
)
ALONE = 0  # ranks of a process that torchrun did not start


def main() -> None:
    """Prints a row per fit; as one of its processes, fits and writes the figures of this one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--graph", default="debian-packages")
    parser.add_argument("--motif", action="append", help="the five of docs/scale.md unless given")
    parser.add_argument("--chosen", action="store_true", help="the motifs that fit chooses itself")
    parser.add_argument("--preset", default="default")
    parser.add_argument("--batch-size", type=int, default=512)
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--ranks", type=int, default=2)
    parser.add_argument("--seeds", type=int, default=1, help="this many, from 0")
    parser.add_argument("--seed", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--figures", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.figures is not None:
        fit(arguments)
        return
    print(
        "| seed | ranks | validation Micro-F1 | Macro-F1 | peak memory per process | prepare, "
        "train, score |\n|---:|---:|---:|---:|---|---|"
    )
    fits = [
        [row(seed, ranks) for ranks in (ALONE, 1, arguments.ranks)]
        for seed in range(arguments.seeds)
    ]
    alone, one, several = ([found[k] for found in fits] for k in range(3))
    for name in ("micro_f1", "macro_f1"):
        change = [100 * (b[0][name] - a[0][name]) for a, b in zip(alone, several, strict=True)]
        print(
            f"{name}: mean difference {np.mean(change):+.2f}, largest {max(map(abs, change)):.2f}"
        )
    for name, others in (("one process", alone), ("one rank", one)):
        epochs = min(len(found[0]["losses"]) for found in (*others, *several))
        apart = [
            np.abs(np.subtract(a[0]["losses"][:epochs], b[0]["losses"][:epochs]))
            for a, b in zip(others, several, strict=True)
        ]
        shown = (n for n in (1, 2, 5, 10, 20, 30, 40, 50, 60) if n <= epochs)
        by_epoch = ", ".join(f"{max(found[n - 1] for found in apart):.1e} in {n}" for n in shown)
        print(f"training loss, largest difference to {name} by epoch: {by_epoch}")
        print(f"  in any of {epochs} epochs: {np.max(apart):.1e}")
    most = [max(p["peak"] for found in each for p in found) for each in (alone, several)]
    print(f"peak of a rank against one process: {100 * (most[1] / most[0] - 1):+.0f} %")


def row(seed: int, ranks: int) -> list[dict[str, Any]]:
    """The figures of each process of one fit, also printed."""
    found = launched(seed, ranks)
    sizes = ", ".join(readable_size(process["peak"]) for process in found)
    seconds = ", ".join(f"{value:.1f} s" for value in found[0]["seconds"].values())
    scores = f"{100 * found[0]['micro_f1']:.2f} | {100 * found[0]['macro_f1']:.2f}"
    print(f"| {seed} | {ranks or 'none'} | {scores} | {sizes} | {seconds} |", flush=True)
    return found


def launched(seed: int, ranks: int) -> list[dict[str, Any]]:
    """The figures of each process of this very call, alone (0) or under torchrun."""
    torchrun = ("-m", "torch.distributed.run", "--standalone", "--nproc-per-node", str(ranks))
    launcher = () if ranks == ALONE else torchrun
    one = {"OMP_NUM_THREADS": "1", "NUMBA_NUM_THREADS": "1"}
    with tempfile.TemporaryDirectory() as folder:
        own = ("--seed", str(seed), "--figures", folder)
        call = (*launcher, "-m", "benchmarks.scale.distributed", *sys.argv[1:], *own)
        subprocess.run([sys.executable, *call], env=os.environ | one, check=True)
        return [
            json.loads((Path(folder) / f"{rank}.json").read_text()) for rank in range(max(1, ranks))
        ]


def fit(arguments: argparse.Namespace) -> None:
    """Fits as one of the processes."""
    run = mc.fit(
        mc.load_dataset(arguments.graph),
        None if arguments.chosen else arguments.motif or MOTIFS,
        preset=arguments.preset,
        split=(0.1, 0.1, 0.8),
        seed=arguments.seed,
        batch_size=arguments.batch_size,
        epochs=arguments.epochs,
        distributed="RANK" in os.environ,
    )
    scores = {"micro_f1": run.validation.micro_f1, "macro_f1": run.validation.macro_f1}
    losses = [epoch.loss for epoch in run.history]
    figures = scores | {"peak": peak(), "seconds": dict(run.seconds), "losses": losses}
    name = f"{os.environ.get('RANK', '0')}.json"
    (Path(arguments.figures) / name).write_text(json.dumps(figures))


if __name__ == "__main__":
    main()
