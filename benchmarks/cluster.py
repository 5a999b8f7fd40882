"""Counting on Spark: exactness, shuffled bytes, skew and memory, each as ratios of one run.

python -m benchmarks.cluster exact | shuffle | graphframes | skew | memory
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from math import ceil, log
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

import motifcnn as mc
from motifcnn.graph import Graph, Relation, Schema, read_graph
from motifcnn.graph.io.parquet import KIND, VERSION
from motifcnn.graph.schema_json import schema_to_json
from motifcnn.sealed import new_folder
from motifcnn.tensor import count
from motifcnn.tensor.pattern.link_matrices import find_links, link_matrix
from motifcnn.tensor.spark import SparkTensor, count_on_spark, hubs
from motifcnn.tensor.spark.counters import counting
from motifcnn.tensor.spark.session import open_session

DATA = Path(os.environ.get("MOTIFCNN_DATA", "../shared/data"))
NO_BROADCAST = {
    "spark.sql.autoBroadcastJoinThreshold": "-1",
    "spark.sql.shuffle.partitions": "8",
    "spark.driver.memory": "2g",
}
PATH, VENUES = "(t:paper)--(a:author)--(c:paper)", "(t:author)--(p:paper)--(c:venue)"
RING = "(t:author)--(p:paper)--(v:venue)--(q:paper)--(t)"
TRIANGLE = "(t:paper)--(a:paper)--(c:paper)--(t)"


def exact(names: tuple[str, ...] = ("dblp-p", "movie")) -> None:
    """All motifs of three nodes, here and on Spark."""
    with open_session(master="local[2]", settings=NO_BROADCAST | SMALL) as spark:
        for name in names:
            graph = read_graph(DATA / name)
            motifs = [
                motif
                for node_type in graph.schema.node_types
                for motif in mc.catalogue(graph.schema, target=node_type, max_nodes=3)
                if len(motif.nodes) == 3
            ]
            if name == "dblp-p":
                motifs.append(mc.Motif.parse(RING))
            equal = 0
            for motif in motifs:
                same = count_on_spark(graph, motif, spark=spark) == count(graph, motif)
                equal += same
                if not same:
                    print(f"  differs: {motif}")
            print(f"{name}: {equal} of {len(motifs)} motifs are bit-equal", flush=True)


SMALL = {"spark.sql.shuffle.partitions": "2", "spark.sql.autoBroadcastJoinThreshold": "10m"}


def shuffle() -> None:
    """Shuffled bytes of role tables beside the formula of docs/cluster.md."""
    graph = read_graph(DATA / "dblp-p")
    formulas = {PATH: _path, VENUES: _path, TRIANGLE: _triangle}
    with open_session(master="local[2]", settings=NO_BROADCAST) as spark:
        for pattern, formula in formulas.items():
            motif = mc.Motif.parse(pattern)
            expected = formula(graph, motif)
            counters, _ = _timed(spark, graph, motif)
            stages = counters["stages"]
            found = sum(s["shuffled_bytes"] for s in stages if s["stage"][:4] in ("role", "join"))
            ratio = found / expected
            print(f"{pattern}: {found:,} bytes shuffled, {ratio:.2f} times the formula", flush=True)


def row_bytes(*sizes: int, ways: bool = False) -> float:
    """4 + ceil(log256(nodes)) per id, and 1 for a count."""
    return 4 + sum(max(1, ceil(log(max(2, n), 256))) for n in sizes) + ways


def _path(graph: Graph, motif: Any) -> float:
    """t-x-c: links twice per role, the counts of x, one row per walk, entries that cancel."""
    links, _ = find_links(graph, motif, induced=False)
    t, x, c = (graph.counts[node_type] for node_type in motif.types)
    near, far = link_matrix(graph, links[0, 1]), link_matrix(graph, links[1, 2])
    walks = int((near.astype(np.int64).sum(axis=0) * far.astype(np.int64).sum(axis=1)).sum())
    middle = near.nnz * row_bytes(t, x) + min(x, far.nnz) * row_bytes(x, ways=True)
    if motif.types[0] == motif.types[2]:
        walks -= near.nnz  # back to the target
        middle += 2 * near.nnz * row_bytes(t, x, ways=True)
    end = near.nnz * row_bytes(t, x) + far.nnz * row_bytes(x, c)
    return middle + end + walks * row_bytes(t, c, ways=True)


def _triangle(graph: Graph, motif: Any) -> float:
    """Links three times, half of the walks t-a-c, and three rows per instance."""
    asked, _ = find_links(graph, motif, induced=False)
    n, links = graph.counts[motif.target_type], link_matrix(graph, asked[0, 1])
    degrees = np.diff(links.indptr).astype(np.int64)
    walks = int((degrees * (degrees - 1)).sum()) / 2
    entries = count(graph, motif).nonzeros + np.count_nonzero(count(graph, motif).instances)
    return (
        3 * links.nnz * row_bytes(n, n)
        + walks * row_bytes(n, n, n)
        + entries * row_bytes(1, n, n, ways=True)
    )


def graphframes() -> None:
    """An author with two papers at one venue, by the joins that GraphFrames' `find` makes.

    The package `graphframes-py` has no jar, so its joins are written out: vertices and edges are
    structs with all their columns, joined in the order of the pattern; filters follow. Its result
    is cached, as one does who counts several roles from it, or found again for each role.
    """
    graph = _every_fourth(read_graph(DATA / "dblp-4area"), "paper")
    by, at = (
        next(r for r in graph.schema.relations if {r.source, r.target} == {"paper", end})
        for end in ("author", "venue")
    )
    terms = [_along(by, "p", "t"), _along(at, "p", "v"), _along(at, "q", "v"), _along(by, "q", "t")]
    relations = [by.name, at.name, at.name, by.name]
    motif = mc.Motif.parse(RING)
    expected = count(graph, motif)
    with (
        tempfile.TemporaryDirectory() as folder,
        open_session(master="local[2]", settings=NO_BROADCAST) as spark,
    ):
        vertices, edges = _as_graphframe(spark, graph, Path(folder))
        _timed(spark, graph, motif)  # compiles the queries
        counters, seconds = _timed(spark, graph, motif)
        ours = counters["total"]["shuffled_bytes"]
        print(f"ours: {ours:,} bytes in {seconds:.1f} s", flush=True)
        for cached in (False, True):
            began = time.perf_counter()
            with counting(spark, "find") as theirs:
                found = _find(vertices, edges, terms, relations)
                found = found.persist() if cached else found
                for node in ("p", "v"):
                    frame = found.groupBy("t.id", f"{node}.id").count()
                    frame = frame.toDF("target", "node", "count")
                    frame.write.mode("overwrite").parquet(f"{folder}/{node}")
                found.unpersist()
            took = time.perf_counter() - began
            rows = spark.read.parquet(f"{folder}/v").count()
            assert rows == expected.role("v").matrix.nnz, (rows, expected)
            print(
                f"find, {'cached' if cached else 'once per role'}: {theirs.shuffled_bytes:,} bytes "
                f"in {took:.1f} s: {theirs.shuffled_bytes / ours:.1f} times the bytes, "
                f"{took / seconds:.1f} times the time",
                flush=True,
            )


def _every_fourth(graph: Graph, node_type: str) -> Graph:
    """The graph without the links of other nodes of a type: `find` lists walks by the million."""
    adjacency = {}
    for (source, name, target), matrix in graph.adjacency.items():
        links = matrix.tocoo()
        keep = np.ones(matrix.nnz, bool)
        for end, rows in zip((source, target), links.coords, strict=True):
            keep &= (rows % 4 == 0) if end == node_type else True
        ends = tuple(rows[keep] for rows in links.coords)
        adjacency[source, name, target] = sparse.csr_array(
            (np.ones(keep.sum(), bool), ends), shape=matrix.shape
        )
    return Graph(graph.schema, adjacency, graph.counts, names=graph.names)


def _along(relation: Relation, paper: str, other: str) -> str:
    return f"{paper}>{other}" if relation.source == "paper" else f"{other}>{paper}"


def _as_graphframe(spark: Any, graph: Graph, folder: Path) -> tuple[Any, Any]:
    import pyarrow as pa
    from pyarrow import parquet

    start, offset, nodes = {}, 0, []
    for node_type, size in graph.counts.items():
        start[node_type] = offset
        names = graph.names.get(node_type, np.array([f"{node_type} {i}" for i in range(size)]))
        nodes.append(
            pa.table(
                {
                    "id": np.arange(offset, offset + size),
                    "type": [node_type] * size,
                    "name": [str(name) for name in names],
                }
            )
        )
        offset += size
    links = []
    for (source, name, target), matrix in graph.adjacency.items():
        pairs = matrix.tocoo()
        links.append(
            pa.table(
                {
                    "src": pairs.coords[0].astype(np.int64) + start[source],
                    "dst": pairs.coords[1].astype(np.int64) + start[target],
                    "relation": [name] * matrix.nnz,
                }
            )
        )
    parquet.write_table(pa.concat_tables(nodes), folder / "vertices.parquet")
    parquet.write_table(pa.concat_tables(links), folder / "edges.parquet")
    read = spark.read.parquet
    return read(f"{folder}/vertices.parquet"), read(f"{folder}/edges.parquet")


def _find(vertices: Any, edges: Any, terms: list[str], relations: list[str]) -> Any:
    """`find` of GraphFrames: each term joins an edge struct, then the structs of new vertices."""
    from pyspark.sql import functions as F

    found, seen = None, []
    for number, term in enumerate(terms):
        a, b = term.split(">")
        edge = f"e{number}"
        step = edges.select(F.struct(*edges.columns).alias(edge))
        on = [F.col(f"{edge}.{e}") == F.col(f"{v}.id") for e, v in (("src", a), ("dst", b))]
        conditions = [on[k] for k, v in enumerate((a, b)) if v in seen]
        if found is None:
            found = step
        else:
            condition = conditions[0]
            for other in conditions[1:]:
                condition = condition & other
            found = found.join(step, condition)
        for k, v in enumerate((a, b)):
            if v not in seen:
                vertex = vertices.select(F.struct(*vertices.columns).alias(v))
                found = found.join(vertex, on[k])
                seen.append(v)
    for number, relation in enumerate(relations):
        found = found.where(F.col(f"e{number}.relation") == relation)
    for i, one in enumerate(seen):
        for other in seen[:i]:
            found = found.where(F.col(f"{one}.id") != F.col(f"{other}.id"))
    return found


def skew() -> None:
    """One hub with a tenth of all links beside even degrees with as many walks."""
    links = 30_000
    hub = links // 10
    tags = np.where(np.arange(links) < hub, 0, np.arange(links))
    even = np.arange(links) // (hub * hub // links)
    motif = mc.Motif.parse("(t:item)--(x:tag)--(c:item)", roles="context")
    with open_session(master="local[2]", settings=NO_BROADCAST) as spark:
        _timed(spark, _tagged(even), motif)  # compiles the query
        base = min(_timed(spark, _tagged(even), motif)[1] for _ in range(2))
        split = min(_timed(spark, _tagged(tags), motif)[1] for _ in range(2))
        smallest, hubs.SMALLEST = hubs.SMALLEST, float("inf")
        whole = min(_timed(spark, _tagged(tags), motif)[1] for _ in range(2))
        hubs.SMALLEST = smallest
    walks = {name: int((np.bincount(t) ** 2).sum()) for name, t in (("hub", tags), ("even", even))}
    print(f"walks: {walks['hub']:,} with a hub, {walks['even']:,} without")
    print(
        f"even {base:.1f} s; hub {split:.1f} s, {split / base:.2f} times; "
        f"hub not split {whole:.1f} s, {whole / base:.2f} times"
    )


def _tagged(tags: np.ndarray) -> Graph:
    schema = Schema(("item", "tag"), (Relation("item", "has", "tag"),))
    shape = (len(tags), int(tags.max()) + 1)
    matrix = sparse.csr_array((np.ones(len(tags), bool), (np.arange(len(tags)), tags)), shape=shape)
    return Graph(schema, {("item", "has", "tag"): matrix}, {"item": shape[0], "tag": shape[1]})


def memory(rows: int = 36_000_000) -> None:
    """Links of 576 MB as Parquet, counted by a JVM of 512 MB."""
    given = {"spark.driver.memory": "512m", "spark.sql.autoBroadcastJoinThreshold": "-1"}
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place, "graph")
        size = _large_graph(folder, rows)
        motif = mc.Motif.parse("(t:a)--(x:b)--(c:c)", roles="context")
        began = time.perf_counter()
        with open_session(master="local[2]", settings=given) as spark:
            tensor = count_on_spark(folder, motif, spark=spark, out=Path(place, "out"))
        took = time.perf_counter() - began
        assert isinstance(tensor, SparkTensor)
        total = tensor.counters["total"]
        print(
            f"{size / 2**20:.0f} MB of links, 512 MB of memory: {tensor.total:,} instances in "
            f"{took:.0f} s, {total['shuffled_bytes']:,} bytes shuffled, "
            f"{total['spilled_bytes']:,} spilled"
        )


def _large_graph(folder: Path, rows: int, ends: int = 50_000) -> int:
    """Writes a graph that never is in memory; returns the bytes of its links."""
    import pyarrow as pa
    from pyarrow import parquet

    schema = Schema(("a", "b", "c"), (Relation("a", "r", "b"), Relation("b", "s", "c")))
    rng = np.random.default_rng(0)
    columns = pa.schema({"source": pa.int64(), "target": pa.int64()})
    with new_folder(folder, kind=KIND, version=VERSION) as work:
        large = work / "large.parquet"
        with parquet.ParquetWriter(
            large, columns, compression="none", use_dictionary=False
        ) as writer:
            for start in range(0, rows, 1_000_000):
                # Steps of a prime: each source has six different targets.
                source = np.arange(start, min(start + 1_000_000, rows))
                target = (source // 6 * 7919 + source % 6 * 104_729) % ends
                writer.write_table(pa.table({"source": source // 6, "target": target}))
        few = rng.choice(ends, 2_000, replace=False)
        parquet.write_table(pa.table({"source": few, "target": few % 7}), work / "small.parquet")
        about = {
            "schema": schema_to_json(schema),
            "counts": {"a": -(-rows // 6), "b": ends, "c": 7},
            "edges": ["large.parquet", "small.parquet"],
        }
        (work / "graph.json").write_text(json.dumps(about))
    return (folder / "large.parquet").stat().st_size


def _timed(spark: Any, graph: Graph, motif: Any) -> tuple[dict[str, Any], float]:
    """The counters of a count, and the seconds of its stages."""
    with tempfile.TemporaryDirectory() as folder:
        tensor = count_on_spark(graph, motif, spark=spark, out=Path(folder, "out"))
        assert isinstance(tensor, SparkTensor)
        counters = tensor.counters
    return counters, counters["total"]["seconds"]


PARTS = {
    "exact": exact,
    "shuffle": shuffle,
    "graphframes": graphframes,
    "skew": skew,
    "memory": memory,
}

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("part", nargs="*", metavar=" | ".join(PARTS))
    for name in parser.parse_args().part or list(PARTS):
        print(f"# {name}", flush=True)
        PARTS[name]()
