"""What the parts share: where graphs are, settings of Spark, and a count with its counters."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

from motifcnn.graph import Graph
from motifcnn.motif import Motif
from motifcnn.tensor.spark import SparkTensor, count_on_spark

DATA = Path(os.environ.get("MOTIFCNN_DATA", "../shared/data"))
NO_BROADCAST = {
    "spark.sql.autoBroadcastJoinThreshold": "-1",
    "spark.sql.shuffle.partitions": "8",
    "spark.driver.memory": "2g",
}
RING = "(t:author)--(p:paper)--(v:venue)--(q:paper)--(t)"


def timed(spark: Any, graph: Graph, motif: Motif) -> tuple[dict[str, Any], float]:
    """The counters of a count, and the seconds of its stages."""
    with tempfile.TemporaryDirectory() as folder:
        tensor = count_on_spark(graph, motif, spark=spark, out=Path(folder, "out"))
        assert isinstance(tensor, SparkTensor)
        counters = tensor.counters
    return counters, counters["total"]["seconds"]
