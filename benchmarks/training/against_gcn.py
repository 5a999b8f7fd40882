"""Training time of the default against GCN: ``python -m benchmarks.training.against_gcn``.

Both are fitted on the same split in turn, after one fit each that is not counted. Training is the
epochs alone, until each method's own recipe stops it; preparation (counting, inputs, products) is
shown beside it.
"""

from __future__ import annotations

import argparse

import numpy as np

from benchmarks.training.graphs import FOLDER
from motifcnn.datasets import load_dataset
from motifcnn.train import Run, fit

GOAL = 3.0
# The shares that the tables have; None: the graph's own split.
SHARES: dict[str, tuple[float, float, float] | None] = {
    **dict.fromkeys(("dblp-a", "dblp-p", "movie", "debian"), (0.1, 0.1, 0.8)),
    **dict.fromkeys(("hgb-dblp", "hgb-imdb", "hgb-acm")),
    **dict.fromkeys(("cora", "citeseer", "pubmed", "linkedin-ego3"), (0.2, 0.1, 0.7)),
}


def main() -> None:
    """Prints one row per graph."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.training.against_gcn", description=__doc__
    )
    parser.add_argument(
        "--dataset",
        action="append",
        choices=list(SHARES),
        help="only this dataset; may be repeated",
    )
    parser.add_argument(
        "--repeats", type=int, default=3, help="fits of each method; medians are shown"
    )
    options = parser.parse_args()
    if not FOLDER.is_dir():
        raise SystemExit(f"no public datasets in {FOLDER}; set MOTIFCNN_DATA to their folder")
    print(
        "| graph | default: epochs | training, s | preparation, s | GCN: epochs | training, s "
        "| ratio of training |"
    )
    print("|---|---:|---:|---:|---:|---:|---:|")
    over = []
    for name in options.dataset or SHARES:
        runs = _fitted(name, options.repeats)
        ours, gcn = (
            float(np.median([run.seconds["train"] for run in runs[model]]))
            for model in ("motif-cnn", "gcn")
        )
        prepared = float(np.median([run.seconds["prepare"] for run in runs["motif-cnn"]]))
        epochs = {model: len(of[0].history) for model, of in runs.items()}
        print(
            f"| {name} | {epochs['motif-cnn']} | {ours:.2f} | {prepared:.2f} "
            f"| {epochs['gcn']} | {gcn:.2f} | {ours / gcn:.1f}x |",
            flush=True,
        )
        if ours > GOAL * gcn:
            over.append(name)
    print(f"\nover {GOAL:.0f} times the training of GCN: {', '.join(over) or 'none'}")


def _fitted(name: str, repeats: int) -> dict[str, list[Run]]:
    graph = load_dataset(name)
    runs: dict[str, list[Run]] = {"motif-cnn": [], "gcn": []}
    for _ in range(repeats + 1):
        for model, of in runs.items():
            of.append(fit(graph, model=model, split=SHARES[name], seed=0))
    return {model: of[1:] for model, of in runs.items()}


if __name__ == "__main__":
    main()
