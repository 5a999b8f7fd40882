"""What each rank of the tests runs: ``python distributed_fit.py CASES OUT``.

CASES is a JSON object of name to options of `fit`; they are fitted one after the other. Each rank
writes what it found by name to ``OUT.<rank>.json``, and a process without RANK is alone and writes
to ``OUT.0.json``. A rank that a case names as ``die`` or ``hang`` kills or stops itself in the last
epoch but one, as the system might.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

from motifcnn.datasets import load_dataset
from motifcnn.errors import MotifCNNError
from motifcnn.train import fit
from motifcnn.train.loop.batches import Batching
from motifcnn.train.run.run import Run
from tests.small_graphs import MOTIFS, bibliography

DEBIAN = ("(t:package)--(c:library)", "(t:package)--(l:library)--(c:package)")


def fitted(multi_label: bool = False, debian: bool = False, **options: Any) -> Run:
    """A run on a graph of 60 papers, or on the embedded one."""
    if debian:
        return fit(load_dataset("debian"), DEBIAN, **options)
    graph = bibliography(papers=60, multi_label=multi_label)
    motifs = None if "model" in options else MOTIFS
    return fit(graph, motifs, split=(0.3, 0.2, 0.5), **options)


def found(run: Run) -> dict[str, Any]:
    """What a test compares of a run."""
    return {
        "history": [[e.loss, e.val_loss, e.val_micro_f1, e.val_macro_f1] for e in run.history],
        "best": run.best,
        "test": run.test.micro_f1,
        "probabilities": run.probabilities.tolist(),
    }


def main() -> None:
    cases, out = json.loads(sys.argv[1]), Path(sys.argv[2])
    rank, results = int(os.environ.get("RANK", "0")), {}
    for name, options in cases.items():
        for what, number in (("die", signal.SIGKILL), ("hang", signal.SIGSTOP)):
            if options.pop(what, None) == rank:
                _signal_in_epoch(options["epochs"] - 1, number)
        try:
            results[name] = found(fitted(**options, distributed="RANK" in os.environ))
        except MotifCNNError as error:
            sys.exit(f"{type(error).__name__}: {error}")
    out.with_suffix(f".{rank}.json").write_text(json.dumps(results), encoding="utf-8")


def _signal_in_epoch(epoch: int, number: signal.Signals) -> None:
    original = Batching.deal

    def deal(self: Batching, count: int, now: int) -> Any:
        if now == epoch:
            os.kill(os.getpid(), number)
        return original(self, count, now)

    Batching.deal = deal  # type: ignore[method-assign]


if __name__ == "__main__":
    main()
