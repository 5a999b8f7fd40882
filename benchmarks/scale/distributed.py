"""One rank against several: ``python -m benchmarks.scale.distributed``.

The same fit with the same global batch, by torchrun with 1 and with N ranks on this machine, one
thread each: final validation F1, peak memory of every rank, seconds.
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
    """Prints a row per number of ranks; inside torchrun, fits and writes this rank's figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--graph", default="debian-packages")
    parser.add_argument("--motif", action="append", help="the five of docs/scale.md unless given")
    parser.add_argument("--preset", default="default")
    parser.add_argument("--batch-size", type=int, default=512)
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--ranks", type=int, default=2)
    parser.add_argument("--figures", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.figures is not None:
        fit(arguments)
        return
    print(
        "| ranks | validation Micro-F1 | Macro-F1 | peak memory per rank | prepare, train, score |"
        "\n|---:|---:|---:|---|---|"
    )
    peaks = []
    for ranks in (1, arguments.ranks):
        found = launched(ranks)
        first = found[0]
        sizes = ", ".join(readable_size(rank["peak"]) for rank in found)
        seconds = ", ".join(f"{value:.1f} s" for value in first["seconds"].values())
        scores = f"{100 * first['micro_f1']:.2f} | {100 * first['macro_f1']:.2f}"
        print(f"| {ranks} | {scores} | {sizes} | {seconds} |", flush=True)
        peaks.append(max(rank["peak"] for rank in found))
    print(f"peak of a rank against one process: {100 * (peaks[1] / peaks[0] - 1):+.0f} %")


def launched(ranks: int) -> list[dict[str, Any]]:
    """The figures of each rank of this very call under torchrun."""
    launcher = ("-m", "torch.distributed.run", "--standalone", "--nproc-per-node", str(ranks))
    one = {"OMP_NUM_THREADS": "1", "NUMBA_NUM_THREADS": "1"}
    with tempfile.TemporaryDirectory() as folder:
        own = ("-m", "benchmarks.scale.distributed", *sys.argv[1:], "--figures", folder)
        subprocess.run([sys.executable, *launcher, *own], env=os.environ | one, check=True)
        return [json.loads((Path(folder) / f"{rank}.json").read_text()) for rank in range(ranks)]


def fit(arguments: argparse.Namespace) -> None:
    """Fits as one of the ranks."""
    run = mc.fit(
        mc.load_dataset(arguments.graph),
        arguments.motif or MOTIFS,
        preset=arguments.preset,
        split=(0.1, 0.1, 0.8),
        seed=0,
        batch_size=arguments.batch_size,
        epochs=arguments.epochs,
        distributed=True,
    )
    scores = {"micro_f1": run.validation.micro_f1, "macro_f1": run.validation.macro_f1}
    figures = scores | {"peak": peak(), "seconds": dict(run.seconds)}
    (Path(arguments.figures) / f"{os.environ['RANK']}.json").write_text(json.dumps(figures))


if __name__ == "__main__":
    main()
