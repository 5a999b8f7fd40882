"""Ours beside GraphFrames' `find` with filters, on graphs with and without attributes.

`find` joins structs in the order of the pattern: a vertex has all columns of the vertices (id,
type, name), an edge all of the edges (src, dst, relation and the attributes). Filters for relations
and injectivity follow, and a count of pairs per role. Two ways to use it:

carried: the result is cached, as one does who counts several roles from it or looks at the
    instances. Every join ships the whole structs.
pruned: it is found again for each role. A count reads ids alone, so Spark's optimiser drops every
    other column before the joins.

Edges get as many attributes as those of GraphFrames' issue 322 have, 58, as real tables do; those
of the ring, whose walks are many, have their relation alone.

The package `graphframes-py` has no jar. With `--jar`, `find` is that of a jar that was made for
Spark 4 and Scala 2.13; without one its joins are written out here, term by term as in its source.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

from benchmarks.cluster.sessions import DATA, NO_BROADCAST, RING
from motifcnn.graph import Graph, read_graph, write_graph
from motifcnn.motif import Motif
from motifcnn.readable import readable_size
from motifcnn.tensor import count
from motifcnn.tensor.spark import SparkTensor, count_on_spark
from motifcnn.tensor.spark.counters import counting
from motifcnn.tensor.spark.session import open_session

ATTRIBUTES = 58
ENOUGH = 10  # times fewer bytes, the aim
BY, AT, CITES = "paper-author", "paper-venue", "paper-cites-paper"


@dataclass(frozen=True)
class Case:
    """A motif, and its pattern for `find`: (source, target, relation) per edge."""

    graph: str
    pattern: str
    edges: tuple[tuple[str, str, str], ...]
    roles: tuple[str, ...]
    share: int = 1
    attributes: int = ATTRIBUTES


@dataclass(frozen=True)
class Work:
    """What one way to count ships, and its seconds."""

    shuffled: int
    seconds: float

    def beside(self, ours: Work) -> str:
        """Cells of the table: bytes, times ours, and seconds, times ours."""
        more, longer = self.shuffled / ours.shuffled, self.seconds / ours.seconds
        return f"{readable_size(self.shuffled)}, {more:.1f} | {self.seconds:.1f} s, {longer:.1f}"


CASES = (
    Case(
        "dblp-p",
        "(t:paper)--(a:author)--(c:paper)",
        (("t", "a", BY), ("c", "a", BY)),
        ("a", "c"),
    ),
    Case(
        "dblp-p",
        "(t:author)--(p:paper)--(c:venue)",
        (("p", "t", BY), ("p", "c", AT)),
        ("p", "c"),
    ),
    Case(
        "dblp-p",
        "(t:paper)-->(a:paper)-->(c:paper), (t)-->(c)",
        (("t", "a", CITES), ("a", "c", CITES), ("t", "c", CITES)),
        ("a", "c"),
    ),
    Case(
        "dblp-4area",
        RING,
        (("p", "t", "author"), ("p", "v", "venue"), ("q", "v", "venue"), ("q", "t", "author")),
        ("p", "v"),
        share=4,
        attributes=0,
    ),
    Case(
        "movie",
        "(t:movie)--(a:actor)--(c:movie)",
        (("a", "t", "actor-movie"), ("a", "c", "actor-movie")),
        ("a", "c"),
    ),
    Case(
        "debian-packages",
        "(t:package)-[:built-from]->(s:source)-[:maintained-by]->(c:maintainer)",
        (("t", "s", "built-from"), ("s", "c", "maintained-by")),
        ("s", "c"),
    ),
)


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this part."""
    parser.add_argument("--attributes", type=int, help="of every edge, whatever the motif")
    parser.add_argument(
        "--case", type=int, action="append", help="numbers from 0; all unless named"
    )
    parser.add_argument("--jar", type=Path, help="of GraphFrames, for Spark 4 and Scala 2.13")


def run(options: argparse.Namespace) -> None:
    """Prints bytes and seconds of each motif, ours and both ways of `find`; each ran before."""
    jar = {} if options.jar is None else {"spark.jars": str(options.jar.resolve())}
    print(f"`find` {'of the jar' if jar else 'written out'} with filters; each way ran before")
    print(
        "| graph, motif | attributes per edge | ours: shuffled, time | `find` pruned: shuffled, "
        "times ours | time, times ours | `find` carried: shuffled, times ours | time, times ours |"
        "\n|---|---:|---|---|---|---|---|"
    )
    found = []
    with open_session(master="local[2]", settings=NO_BROADCAST | jar) as spark:
        for number, case in enumerate(CASES):
            if options.case is None or number in options.case:
                attributes = case.attributes if options.attributes is None else options.attributes
                with tempfile.TemporaryDirectory() as folder:
                    found.append(_compare(spark, case, attributes, Path(folder), bool(jar)))
    for place, name in enumerate(("pruned", "carried"), start=1):
        fewer = sum(works[place].shuffled >= ENOUGH * works[0].shuffled for works in found)
        faster = sum(works[place].seconds > works[0].seconds for works in found)
        print(
            f"`find` {name}: ours ships at least {ENOUGH} times fewer bytes on {fewer} of "
            f"{len(found)} motifs, and is faster on {faster}"
        )


def _compare(
    spark: Any, case: Case, attributes: int, folder: Path, jar: bool
) -> tuple[Work, Work, Work]:
    """Ours, `find` pruned and `find` carried, also printed as a row."""
    graph = _every(read_graph(DATA / case.graph), "paper", case.share)
    motif = Motif.parse(case.pattern)
    expected = {role: count(graph, motif).role(role).matrix.nnz for role in case.roles}
    vertices, edges = _as_graphframe(spark, graph, attributes, folder)
    names = {end: _relation(graph, end) for _, _, end in case.edges}
    write_graph(Graph(graph.schema, graph.adjacency, graph.counts), folder / "graph")
    for out in (folder / "first", folder / "second"):  # the first compiles the queries
        began = time.perf_counter()
        tensor = count_on_spark(folder / "graph", motif, spark=spark, out=out)
        seconds = time.perf_counter() - began
    assert isinstance(tensor, SparkTensor)
    ours = Work(tensor.counters["total"]["shuffled_bytes"], seconds)
    find = _find_of_jar if jar else _find

    def theirs(cached: bool) -> Work:
        for _ in range(2):  # the first compiles the queries
            found = _filtered(find(vertices, edges, case), case, names)
            work = _counted(spark, case, found, folder, expected, cached)
        return work

    pruned, carried = theirs(cached=False), theirs(cached=True)
    print(
        f"| {case.graph} `{case.pattern}` | {attributes} | {readable_size(ours.shuffled)}, "
        f"{ours.seconds:.1f} s | {pruned.beside(ours)} | {carried.beside(ours)} |",
        flush=True,
    )
    return ours, pruned, carried


def _relation(graph: Graph, about: str) -> str:
    """The relation of this name, or the one between papers and this type."""
    known = graph.schema.relations
    return next(
        r.name for r in known if r.name == about or {r.source, r.target} == {"paper", about}
    )


def _counted(
    spark: Any, case: Case, found: Any, folder: Path, expected: Mapping[str, int], cached: bool
) -> Work:
    """What it takes to count the pairs of every role from what was found."""
    began = time.perf_counter()
    with counting(spark, "find") as theirs:
        found = found.persist() if cached else found
        for node in case.roles:
            frame = found.groupBy("t.id", f"{node}.id").count().toDF("target", "node", "count")
            frame.write.mode("overwrite").parquet(f"{folder}/{node}")
        found.unpersist()
    took = time.perf_counter() - began
    for node, entries in expected.items():
        rows = spark.read.parquet(f"{folder}/{node}").count()
        assert rows == entries, (node, rows, entries)
    return Work(theirs.shuffled_bytes, took)


def _find_of_jar(vertices: Any, edges: Any, case: Case) -> Any:
    """`find` itself."""
    from pyspark.sql import DataFrame

    spark = vertices.sparkSession
    graph = spark._jvm.org.graphframes.GraphFrame.apply(vertices._jdf, edges._jdf)
    terms = [f"({a})-[e{number}]->({b})" for number, (a, b, _) in enumerate(case.edges)]
    return DataFrame(graph.find("; ".join(terms)), spark)


def _find(vertices: Any, edges: Any, case: Case) -> Any:
    """The joins of `find`: each term joins an edge struct, then the structs of new vertices."""
    from pyspark.sql import functions as F

    found, seen = None, list[str]()
    for number, (a, b, _) in enumerate(case.edges):
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
    assert found is not None
    return found


def _filtered(found: Any, case: Case, names: Mapping[str, str]) -> Any:
    """What was found, with the relations of the motif and no node twice."""
    from pyspark.sql import functions as F

    for number, (_, _, relation) in enumerate(case.edges):
        found = found.where(F.col(f"e{number}.relation") == names[relation])
    nodes = list(dict.fromkeys(node for a, b, _ in case.edges for node in (a, b)))
    for i, one in enumerate(nodes):
        for other in nodes[:i]:
            found = found.where(F.col(f"{one}.id") != F.col(f"{other}.id"))
    return found


def _as_graphframe(spark: Any, graph: Graph, attributes: int, folder: Path) -> tuple[Any, Any]:
    import pyarrow as pa
    from pyarrow import parquet

    rng = np.random.default_rng(0)
    start, offset, nodes = {}, 0, []
    for node_type, size in graph.counts.items():
        start[node_type] = offset
        names = graph.names.get(node_type, np.array([f"{node_type} {i}" for i in range(size)]))
        ids = np.arange(offset, offset + size)
        kinds = {"type": [node_type] * size, "name": [str(name) for name in names]}
        nodes.append(pa.table({"id": ids, **kinds}))
        offset += size
    links = []
    for (source, name, target), matrix in graph.adjacency.items():
        pairs = matrix.tocoo()
        columns: dict[str, Any] = {
            "src": pairs.coords[0].astype(np.int64) + start[source],
            "dst": pairs.coords[1].astype(np.int64) + start[target],
            "relation": [name] * matrix.nnz,
        }
        for number in range(attributes):
            columns[f"attribute{number}"] = rng.integers(0, 1_000, matrix.nnz, np.int32)
        links.append(pa.table(columns))
    parquet.write_table(pa.concat_tables(nodes), folder / "vertices.parquet")
    parquet.write_table(pa.concat_tables(links), folder / "edges.parquet")
    read = spark.read.parquet
    return read(f"{folder}/vertices.parquet"), read(f"{folder}/edges.parquet")


def _every(graph: Graph, node_type: str, share: int) -> Graph:
    """The graph without the links of other nodes of a type: `find` lists walks by the million."""
    if share == 1:
        return graph
    adjacency = {}
    for (source, name, target), matrix in graph.adjacency.items():
        links = matrix.tocoo()
        keep = np.ones(matrix.nnz, bool)
        for end, rows in zip((source, target), links.coords, strict=True):
            keep &= (rows % share == 0) if end == node_type else True
        ends = tuple(rows[keep] for rows in links.coords)
        adjacency[source, name, target] = sparse.csr_array(
            (np.ones(keep.sum(), bool), ends), shape=matrix.shape
        )
    return Graph(graph.schema, adjacency, graph.counts, names=graph.names)
