"""Links larger than the memory that Spark gets are counted."""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from pathlib import Path

import numpy as np

from motifcnn.graph import Relation, Schema
from motifcnn.graph.schema_json import schema_to_json
from motifcnn.motif import Motif
from motifcnn.tensor.spark import SparkTensor, count_on_spark
from motifcnn.tensor.spark.session import open_session
from motifcnn.tensor.spark.tables import LINKS


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this part."""
    parser.add_argument("--rows", type=int, default=36_000_000, help="links; 16 bytes each")


def run(options: argparse.Namespace) -> None:
    """Counts links of 576 MB as Parquet with a JVM of 512 MB."""
    given = {"spark.driver.memory": "512m", "spark.sql.autoBroadcastJoinThreshold": "-1"}
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place, "graph")
        size = _large_graph(folder, options.rows)
        motif = Motif.parse("(t:a)--(x:b)--(c:c)", roles="context")
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
    folder.mkdir()
    with parquet.ParquetWriter(
        folder / "large.parquet", columns, compression="none", use_dictionary=False
    ) as writer:
        for start in range(0, rows, 1_000_000):
            # Steps of a prime: each source has six different targets.
            source = np.arange(start, min(start + 1_000_000, rows))
            target = (source // 6 * 7919 + source % 6 * 104_729) % ends
            writer.write_table(pa.table({"source": source // 6, "target": target}))
    few = rng.choice(ends, 2_000, replace=False)
    parquet.write_table(pa.table({"source": few, "target": few % 7}), folder / "small.parquet")
    about = {
        "schema": schema_to_json(schema),
        "counts": {"a": -(-rows // 6), "b": ends, "c": 7},
        "links": [{"path": name, "distinct": True} for name in ("large.parquet", "small.parquet")],
    }
    (folder / LINKS).write_text(json.dumps(about))
    return (folder / "large.parquet").stat().st_size
