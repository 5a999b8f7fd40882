"""Bit-equal tensors: motifs counted here and by a standalone cluster of two workers.

A line per motif is appended to the file that `--done` names, so that a run that is stopped goes on
where it was: the same command again. Motifs come cheapest first, by the links that they look at, or
in a random order of a seed, so that a part of a large catalogue is one of all kinds. A tensor that
the plan of this machine finds larger than `--memory-limit` is counted and compared range by range
of its targets, within that limit; nothing but the tables of Spark is ever there as a whole.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from tests.tensor.spark.standalone import HOST, standalone

import motifcnn as mc
from benchmarks.cluster.ranges import same_by_ranges
from benchmarks.cluster.sessions import DATA, RING
from motifcnn.graph import Graph, read_graph, write_graph
from motifcnn.motif import Motif
from motifcnn.readable import readable_size
from motifcnn.tensor import count, plan
from motifcnn.tensor.pattern.link_matrices import find_links, link_matrix
from motifcnn.tensor.spark import SparkTensor, count_on_spark
from motifcnn.tensor.spark.session import open_session

SETTINGS = {
    "spark.driver.memory": "1g",
    "spark.driver.host": HOST,
    "spark.driver.bindAddress": HOST,
    "spark.sql.shuffle.partitions": "4",
}
# Compiling a query takes longer than it takes to run on few links.
INTERPRETED = {
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.codegen.factoryMode": "NO_CODEGEN",
}
# For joins of few links into many rows: Spark would take one task or two for few links.
MANY_ROWS = {
    "spark.sql.adaptive.coalescePartitions.enabled": "false",
    "spark.sql.autoBroadcastJoinThreshold": "-1",
}
FOUR_RING = "(t:paper)--(a:paper)--(b:paper)--(c:paper)--(t)"
FURTHER = {"dblp-p": (RING, FOUR_RING)}
WORKERS = 2


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this part."""
    parser.add_argument("--graph", action="append", help="dblp-p and movie unless named")
    parser.add_argument("--relations", choices=("named", "any"), default="named")
    parser.add_argument("--seconds", type=float, help="start no motif after so long")
    parser.add_argument("--shuffled", type=int, metavar="SEED", help="instead of cheapest first")
    parser.add_argument("--at-once", type=int, default=2, help="motifs that are under way")
    parser.add_argument("--done", type=Path, help="file of the motifs compared; a run goes on")
    parser.add_argument("--executor", type=int, default=700, metavar="MB", help="its memory")
    parser.add_argument("--motif", action="append", help="instead of all of three nodes")
    parser.add_argument("--partitions", type=int, help="of every shuffle, never fewer; default 4")
    parser.add_argument("--memory-limit", type=int, default=2 << 30, help="bytes of a local count")
    parser.add_argument("--master", help="another cluster than one of two workers on loopback")


def run(options: argparse.Namespace) -> None:
    """Compares the motifs of graphs, and prints a line for each."""
    end = time.monotonic() + (options.seconds or float("inf"))
    given = SETTINGS | {"spark.executor.memory": f"{options.executor}m"}
    if options.partitions is not None:
        given |= MANY_ROWS | {"spark.sql.shuffle.partitions": str(options.partitions)}
    if options.relations == "named":
        given |= INTERPRETED
    with (
        tempfile.TemporaryDirectory(prefix="motifcnn-") as place,
        _cluster(options.master, Path(place), options.executor) as master,
        open_session(master=master, settings=given) as spark,
    ):
        for name in options.graph or ("dblp-p", "movie"):
            graph = read_graph(DATA / name)
            write_graph(Graph(graph.schema, graph.adjacency, graph.counts), Path(place, name))
            motifs = _motifs(graph, name, options.relations, options.motif)
            known = _known(options.done, name)
            left = [m for m in motifs if str(m) not in known]
            if not options.motif:
                left = _ordered(graph, left, options.shuffled)
            out = Path(place, "out")

            compare = partial(_compare, spark, graph, Path(place, name), out, options, end, known)
            with ThreadPoolExecutor(options.at_once) as pool:
                list(pool.map(compare, left))
            found = [known[str(motif)] for motif in motifs if str(motif) in known]
            print(
                f"{name}: {found.count(True):,} of {len(found):,} motifs compared are bit-equal, "
                f"of {len(motifs):,} motifs ({options.relations} relations) on {master}",
                flush=True,
            )


def _compare(
    spark: Any,
    graph: Graph,
    source: Path,
    out: Path,
    options: argparse.Namespace,
    end: float,
    known: dict[str, bool],
    motif: Motif,
) -> None:
    """Notes whether one motif is equal, unless time is up."""
    if time.monotonic() < end:
        found = _same(spark, graph, source, motif, out, options.memory_limit)
        known[str(motif)] = found["equal"]
        if options.done is not None:
            with options.done.open("a", encoding="utf-8") as file:
                about = {"graph": source.name, "motif": str(motif)}
                file.write(json.dumps(about | found) + "\n")


@contextmanager
def _cluster(master: str | None, folder: Path, megabytes: int) -> Iterator[str]:
    if master is not None:
        yield master
        return
    (folder / "cluster").mkdir()
    with standalone(folder / "cluster", WORKERS, f"{megabytes + 100}m") as cluster:
        yield cluster.url


def _motifs(graph: Graph, name: str, relations: Any, named: list[str] | None) -> list[Motif]:
    if named:
        return [Motif.parse(pattern) for pattern in named]
    found = [
        motif
        for node_type in graph.schema.node_types
        for motif in mc.catalogue(
            graph.schema, target=node_type, min_nodes=3, max_nodes=3, relations=relations
        )
    ]
    return found + [Motif.parse(pattern) for pattern in FURTHER.get(name, ())]


def _ordered(graph: Graph, motifs: list[Motif], seed: int | None) -> list[Motif]:
    if seed is not None:
        return random.Random(seed).sample(motifs, len(motifs))
    return sorted(motifs, key=lambda motif: _links(graph, motif))


def _links(graph: Graph, motif: Motif) -> int:
    """Links that a count has to look at: a plan per motif would take longer than its count."""
    asked, _ = find_links(graph, motif, induced=False)
    return sum(link_matrix(graph, condition).nnz for condition in asked.values())


def _same(
    spark: Any, graph: Graph, source: Path, motif: Motif, out: Path, limit: int
) -> dict[str, Any]:
    """Whether both count the same, in how many ranges of targets; and what Spark took."""
    folder = out / f"{time.monotonic_ns()}"
    try:
        tensor = count_on_spark(source, motif, spark=spark, out=folder)
        assert isinstance(tensor, SparkTensor)
        began, ranges = time.perf_counter(), 1
        if plan(graph, motif, memory_limit=limit).fits:
            same = bool(tensor == count(graph, motif))
        else:
            same, ranges = same_by_ranges(tensor, graph, motif, limit)
        seconds = time.perf_counter() - began
        total, instances = tensor.counters["total"], tensor.total
        entries = sum(role.nonzeros for role in tensor.roles)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(
        f"{'equal' if same else 'DIFFERS'}  {instances:>14,} instances  {entries:,} entries  "
        f"{total['seconds']:6.1f} s  {readable_size(total['shuffled_bytes'])} shuffled  "
        f"{ranges} ranges in {seconds:.1f} s here  {motif}",
        flush=True,
    )
    took = {name: total[name] for name in ("seconds", "shuffled_bytes")}
    return {"equal": same, "instances": instances, "entries": entries, "ranges": ranges} | took


def _known(done: Path | None, name: str) -> dict[str, bool]:
    if done is None or not done.is_file():
        return {}
    lines = [json.loads(line) for line in done.read_text(encoding="utf-8").splitlines()]
    return {line["motif"]: line["equal"] for line in lines if line["graph"] == name}
