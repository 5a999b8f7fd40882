"""One hub with a tenth of all links beside even degrees with as many walks.

All graphs are counted in turn, some rounds long. A ratio is that of two counts of one round, so
that other work on the machine slows both, and the median of all rounds is what counts.
"""

from __future__ import annotations

import argparse

import numpy as np
from scipy import sparse

from benchmarks.cluster.sessions import NO_BROADCAST, timed
from motifcnn.graph import Graph, Relation, Schema
from motifcnn.motif import Motif
from motifcnn.tensor.spark import hubs
from motifcnn.tensor.spark.session import open_session

LINKS = 30_000


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this part."""
    parser.add_argument("--rounds", type=int, default=7)


def run(options: argparse.Namespace) -> None:
    """Times both graphs in turn, and the hub once more without splitting it."""
    hub = LINKS // 10
    tags = np.where(np.arange(LINKS) < hub, 0, np.arange(LINKS))
    even = np.arange(LINKS) // (hub * hub // LINKS)
    motif = Motif.parse("(t:item)--(x:tag)--(c:item)", roles="context")
    graphs = {"even": _tagged(even), "hub": _tagged(tags), "hub not split": _tagged(tags)}
    seconds: dict[str, list[float]] = {name: [] for name in graphs}
    with open_session(master="local[2]", settings=NO_BROADCAST) as spark:
        for graph in graphs.values():
            timed(spark, graph, motif)  # compiles the query
        for _ in range(options.rounds):
            for name, graph in graphs.items():
                smallest = hubs.SMALLEST
                hubs.SMALLEST = float("inf") if name == "hub not split" else smallest
                seconds[name].append(timed(spark, graph, motif)[1])
                hubs.SMALLEST = smallest
    walks = {name: int((np.bincount(t) ** 2).sum()) for name, t in (("hub", tags), ("even", even))}
    print(f"walks: {walks['hub']:,} with a hub, {walks['even']:,} without")
    for name, found in seconds.items():
        ratios = [one / base for one, base in zip(found, seconds["even"], strict=True)]
        print(
            f"{name}: median {np.median(found):.1f} s; {np.median(ratios):.2f} times even, rounds "
            f"{min(ratios):.2f} to {max(ratios):.2f}"
        )


def _tagged(tags: np.ndarray) -> Graph:
    schema = Schema(("item", "tag"), (Relation("item", "has", "tag"),))
    shape = (len(tags), int(tags.max()) + 1)
    matrix = sparse.csr_array((np.ones(len(tags), bool), (np.arange(len(tags)), tags)), shape=shape)
    return Graph(schema, {("item", "has", "tag"): matrix}, {"item": shape[0], "tag": shape[1]})
