"""Counts on the master that is given; a process of its own, since a JVM has one Spark session."""

from __future__ import annotations

import sys

from motifcnn.motif.motif import Motif
from motifcnn.tensor.spark.count import count_on_spark
from motifcnn.tensor.spark.session import open_session

SETTINGS = {
    "spark.executor.memory": "500m",
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.memory": "600m",
    "spark.sql.shuffle.partitions": "4",
    "spark.task.maxFailures": "8",
}

if __name__ == "__main__":
    master, source, out, *patterns = sys.argv[1:]
    with open_session(master=master, settings=SETTINGS) as spark:
        for number, pattern in enumerate(patterns):
            count_on_spark(source, Motif.parse(pattern), spark=spark, out=f"{out}/{number}")
            print("finished", number, flush=True)
