"""`python -m benchmarks.accuracy.tomorrow`: nodes that arrive after training, against in place.

Of the labelled target nodes of a graph, 10 % are tomorrow's. A run is trained on the graph without
them and without their links, then predicts them as new nodes (`Run.predict_new`). A second run is
trained on the whole graph with the same training and validation nodes, tomorrow's nodes unlabelled,
and scores them in place. Printed are the mean Micro-F1 of both over several draws, in per cent, and
the mean difference with its standard error.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

import motifcnn as mc
from motifcnn.datasets.source import open_source
from motifcnn.graph import Split, with_neighbours, without_nodes
from motifcnn.graph.ids import locate_ids

Rows = npt.NDArray[np.int64]

GRAPHS = ("debian", "dblp-a")
MODELS: Mapping[str, dict[str, Any]] = {
    "default": {},
    "preprint": {"preset": "preprint"},
    "asonam": {"preset": "asonam"},
    "wide-motif": {"model": "wide-motif"},
    "gcn": {"model": "gcn"},
}
TOMORROW, VALIDATION = 0.1, 0.2


@dataclass(frozen=True)
class Arrival:
    """Shares of tomorrow's nodes that are classified correctly: in place, and as new nodes."""

    in_place: float
    as_new: float


def arrival(graph: mc.Graph, split: Split, **options: Any) -> Arrival:
    """Fits a graph with and without the test nodes of a split, and scores them both ways."""
    target, labels = split.node_type, graph.labels[split.node_type]
    whole = mc.fit(graph, split=split, **options)
    rest = without_nodes(graph, target, split.test)
    moved = (locate_ids(rest.ids[target], graph.ids[target][p]) for p in (split.train, split.val))
    run = mc.fit(rest, split=Split(target, *moved, []), **options)
    found = run.predict_new(with_neighbours(graph, target, split.test))
    names = dict(zip(graph.ids[target][labels.nodes].tolist(), labels.y.tolist(), strict=True))
    arrived = found[found.new]
    assert sorted(arrived.node) == sorted(graph.ids[target][split.test].tolist())
    right = [
        labels.classes[names[node]] == predicted
        for node, predicted in zip(arrived.node.tolist(), arrived.predicted, strict=True)
    ]
    return Arrival(whole.test.micro_f1, float(np.mean(right)))


def draw(graph: mc.Graph, seed: int) -> Split:
    """Labelled nodes to train on, to validate on, and tomorrow's."""
    nodes = np.random.default_rng(seed).permutation(graph.labels[graph.target_type].nodes)
    ends = (np.cumsum([TOMORROW, VALIDATION]) * len(nodes)).round().astype(int)
    test, val, train = np.split(nodes, ends)
    return Split(graph.target_type, train, val, test)


def main() -> None:
    """Prints one line per graph and model."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.accuracy.tomorrow", description=__doc__
    )
    parser.add_argument("--graph", action="append", help="dataset or folder; may be repeated")
    parser.add_argument("--model", action="append", choices=MODELS, help="may be repeated")
    parser.add_argument("--draws", type=int, default=3)
    parser.add_argument("--seed", type=int, default=0, help="of the first draw")
    options = parser.parse_args()
    print("| graph | model | in place | as new nodes | difference |\n|---|---|---|---|---|")
    for name in options.graph or GRAPHS:
        graph = open_source(name)
        splits = [draw(graph, options.seed + number) for number in range(options.draws)]
        for model in options.model or MODELS:
            found = [arrival(graph, split, **MODELS[model]) for split in splits]
            place = 100 * np.array([one.in_place for one in found])
            new = 100 * np.array([one.as_new for one in found])
            error = (new - place).std(ddof=1) / np.sqrt(len(found)) if len(found) > 1 else np.nan
            print(
                f"| {name} | {model} | {place.mean():.2f} | {new.mean():.2f} "
                f"| {(new - place).mean():+.2f} ± {error:.2f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
