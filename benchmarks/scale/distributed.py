"""One process against several ranks: ``python -m benchmarks.scale.distributed``.

The same fits with the same global batch, in one process and by torchrun with N ranks on this
machine, one thread each: final validation F1, peak memory of every process, seconds, and how far
the loss curves are apart. With ``--seeds`` split, weights and batches are drawn anew for each; the
last lines have the differences.
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
    pairs = [
        [row(seed, ranks) for ranks in (1, arguments.ranks)] for seed in range(arguments.seeds)
    ]
    for name in ("micro_f1", "macro_f1"):
        change = [100 * (several[0][name] - one[0][name]) for one, several in pairs]
        print(
            f"{name}: mean difference {np.mean(change):+.2f}, largest {max(map(abs, change)):.2f}"
        )
    # Rounding grows from epoch to epoch; other masks or batches would show in the first.
    epochs = min(len(fit[0]["losses"]) for pair in pairs for fit in pair)
    for number in (n for n in (1, 2, 5, 10, 20, 30, 40, 50, 60) if n <= epochs):
        apart = [
            abs(np.subtract(*(fit[0]["losses"][number - 1] for fit in pair))) for pair in pairs
        ]
        print(f"training loss of epoch {number}: largest difference {max(apart):.1e}")
    one, several = (max(process["peak"] for pair in pairs for process in pair[k]) for k in (0, 1))
    print(f"peak of a rank against one process: {100 * (several / one - 1):+.0f} %")


def row(seed: int, ranks: int) -> list[dict[str, Any]]:
    """The figures of each process of one fit, also printed."""
    found = launched(seed, ranks)
    sizes = ", ".join(readable_size(process["peak"]) for process in found)
    seconds = ", ".join(f"{value:.1f} s" for value in found[0]["seconds"].values())
    scores = f"{100 * found[0]['micro_f1']:.2f} | {100 * found[0]['macro_f1']:.2f}"
    print(f"| {seed} | {ranks} | {scores} | {sizes} | {seconds} |", flush=True)
    return found


def launched(seed: int, ranks: int) -> list[dict[str, Any]]:
    """The figures of each process of this very call, alone or under torchrun."""
    torchrun = ("-m", "torch.distributed.run", "--standalone", "--nproc-per-node", str(ranks))
    launcher = () if ranks == 1 else torchrun
    one = {"OMP_NUM_THREADS": "1", "NUMBA_NUM_THREADS": "1"}
    with tempfile.TemporaryDirectory() as folder:
        own = ("--seed", str(seed), "--figures", folder)
        call = (*launcher, "-m", "benchmarks.scale.distributed", *sys.argv[1:], *own)
        subprocess.run([sys.executable, *call], env=os.environ | one, check=True)
        return [json.loads((Path(folder) / f"{rank}.json").read_text()) for rank in range(ranks)]


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
