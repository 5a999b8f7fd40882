"""One hub with a tenth of all links beside even degrees with as many walks."""

from __future__ import annotations

import argparse

import numpy as np
from scipy import sparse

from benchmarks.cluster.sessions import NO_BROADCAST, timed
from motifcnn.graph import Graph, Relation, Schema
from motifcnn.motif import Motif
from motifcnn.tensor.spark import hubs
from motifcnn.tensor.spark.session import open_session

LINKS, ROUNDS = 30_000, 3


def add_options(parser: argparse.ArgumentParser) -> None:
    """No options."""


def run(options: argparse.Namespace) -> None:
    """Times both graphs in turn, and the hub once more without splitting it."""
    del options
    hub = LINKS // 10
    tags = np.where(np.arange(LINKS) < hub, 0, np.arange(LINKS))
    even = np.arange(LINKS) // (hub * hub // LINKS)
    motif = Motif.parse("(t:item)--(x:tag)--(c:item)", roles="context")
    graphs = {"even": _tagged(even), "hub": _tagged(tags), "hub not split": _tagged(tags)}
    seconds: dict[str, list[float]] = {name: [] for name in graphs}
    with open_session(master="local[2]", settings=NO_BROADCAST) as spark:
        timed(spark, graphs["even"], motif)  # compiles the query
        # In turn, so that other work on the machine slows all of them.
        for _ in range(ROUNDS):
            for name, graph in graphs.items():
                smallest = hubs.SMALLEST
                hubs.SMALLEST = float("inf") if name == "hub not split" else smallest
                seconds[name].append(timed(spark, graph, motif)[1])
                hubs.SMALLEST = smallest
    walks = {name: int((np.bincount(t) ** 2).sum()) for name, t in (("hub", tags), ("even", even))}
    print(f"walks: {walks['hub']:,} with a hub, {walks['even']:,} without")
    base = min(seconds["even"])
    for name, found in seconds.items():
        print(f"{name}: {min(found):.1f} s, {min(found) / base:.2f} times")


def _tagged(tags: np.ndarray) -> Graph:
    schema = Schema(("item", "tag"), (Relation("item", "has", "tag"),))
    shape = (len(tags), int(tags.max()) + 1)
    matrix = sparse.csr_array((np.ones(len(tags), bool), (np.arange(len(tags)), tags)), shape=shape)
    return Graph(schema, {("item", "has", "tag"): matrix}, {"item": shape[0], "tag": shape[1]})
