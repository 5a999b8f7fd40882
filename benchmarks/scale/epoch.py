"""One stage of the work in its own process: ``python -m benchmarks.scale.epoch STAGE KIND LINKS``.

Prints seconds and peak memory as JSON. The graph is made up in the process, with random features of
every node and classes that follow the features of a node and of its neighbours; its own cost is
reported apart, and is part of the peak.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from pathlib import Path
from typing import Any

import numpy as np

from motifcnn.datasets.synthetic import random_bipartite, rmat
from motifcnn.graph import Graph, Labels
from motifcnn.motif import Motif

STAGES = ("tensor", "apply", "full", "batches", "wide")
SKEW = 0.6  # Σ d (d - 1) over the right nodes is then about 310 million for 3 million links
COLUMNS = 64
CLASSES = 4
PATTERNS = {"bipartite": "(t:left)--(b:right)--(c:left)", "rmat": "(t:node)--(b:node)--(c:node)"}
SPLIT = (0.1, 0.02, 0.88)
DEEP = {"filters": [32, 32], "dropout": 0.5}
BATCH, SAMPLE = 1024, 10


def main() -> None:
    """Parses the arguments and runs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("stage", choices=STAGES)
    parser.add_argument("kind", choices=PATTERNS)
    parser.add_argument("links", type=float)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--columns", type=int, default=COLUMNS)
    arguments = parser.parse_args()
    began = time.perf_counter()
    graph = made_up(arguments.kind, int(arguments.links), arguments.columns)
    found = {
        "links": graph.num_edges(),
        "nodes": graph.num_nodes,
        "made": time.perf_counter() - began,
        "base": peak(),
    }
    motif = Motif.parse(PATTERNS[arguments.kind])
    stage = {"tensor": tensor, "apply": apply}.get(arguments.stage)
    found |= (
        stage(graph, motif) if stage else train(graph, motif, arguments.stage, arguments.epochs)
    )
    print(json.dumps(found | {"peak": peak()}))


def tensor(graph: Graph, motif: Motif) -> dict[str, Any]:
    """Counts all roles, or says why not."""
    from motifcnn.errors import BudgetError
    from motifcnn.tensor import count

    try:
        used, began = time.process_time(), time.perf_counter()
        counted = count(graph, motif)
    except BudgetError as error:
        return {"skipped": str(error).split(";")[0]}
    return {
        "seconds": time.perf_counter() - began,
        "processor": time.process_time() - used,
        "instances": counted.total,
        "entries": counted.nonzeros,
    }


def apply(graph: Graph, motif: Motif) -> dict[str, Any]:
    """Applies the factored form to the features, all roles; the fastest run after the first."""
    from motifcnn.tensor.operator import operator

    found = operator(graph, motif, engine="factored")
    times, processor = [], []
    for _ in range(4):
        used, began = time.process_time(), time.perf_counter()
        found.apply(graph.features)
        times.append(time.perf_counter() - began)
        processor.append(time.process_time() - used)
    return {"seconds": min(times[1:]), "processor": min(processor[1:]), "first": times[0]}


def train(graph: Graph, motif: Motif, stage: str, epochs: int) -> dict[str, Any]:
    """Fits for some epochs; seconds of the fastest epoch after the first, validation included."""
    from motifcnn.train import fit

    if stage == "wide":
        options: dict[str, Any] = {"model": "wide-motif"}
    else:
        options = {"preset": "asonam", "settings": DEEP}
    if stage == "batches":
        options |= {"batch_size": BATCH, "sample": SAMPLE}
    watch = _Watch()
    run = fit(graph, [motif], split=SPLIT, seed=0, epochs=epochs, callbacks=[watch], **options)
    return {
        "seconds": min(np.diff(watch.wall[:])),
        "processor": min(np.diff(watch.processor)),
        "prepare": run.seconds["prepare"],
        "train": run.seconds["train"],
        "score": run.seconds["score"],
        "epochs": len(run.history),
        "micro_f1": run.test.micro_f1,
        "majority": float(max(np.bincount(graph.labels[run.target].y)) / graph.counts[run.target]),
    }


class _Watch:
    """Clock of epochs; at least two are needed, as the first includes compiling and constants."""

    def __init__(self) -> None:
        self.wall: list[float] = []
        self.processor: list[float] = []

    def start(self, epochs: int) -> None: ...

    def epoch(self, epoch: Any) -> None:
        self.wall.append(time.perf_counter())
        self.processor.append(time.process_time())

    def end(self) -> None: ...


def made_up(kind: str, links: int, columns: int = COLUMNS) -> Graph:
    """A graph of so many links with features and classes.

    It is bipartite, with a third and a tenth as many nodes, or R-MAT.
    """
    plain = (
        random_bipartite(links // 3, links // 10, links, skew=SKEW)
        if kind == "bipartite"
        else rmat(_scale(links), links)
    )
    rng = np.random.default_rng(1)
    features = {
        t: rng.standard_normal((n, columns), dtype=np.float32) for t, n in plain.counts.items()
    }
    target = plain.schema.node_types[0]
    ((key, matrix),) = plain.adjacency.items()
    # The class is told by a few columns of the neighbours, and by less of the node's own.
    seen = matrix.astype(np.float32) @ features[key[2]][:, :CLASSES]
    seen /= np.maximum(np.sqrt(np.diff(matrix.indptr)), 1)[:, None]
    y = np.argmax(2 * seen + features[target][:, :CLASSES], axis=1)
    labels = Labels(np.arange(len(y)), y, tuple("abcd"[:CLASSES]))
    return Graph(
        plain.schema,
        plain.adjacency,
        plain.counts,
        features=features,
        labels={target: labels},
        name=f"{kind}-{links}",
    )


def _scale(links: int) -> int:
    return round(math.log2(links / 10))


def peak() -> int:
    """Largest memory of this process so far, in bytes."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return 1024 * int(next(line for line in lines if line.startswith("VmHWM")).split()[1])


if __name__ == "__main__":
    main()
