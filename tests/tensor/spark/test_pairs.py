"""Sums by one long are sums by its columns."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from motifcnn.tensor.spark.pairs import LARGEST, summed

ROWS = [(role, a, b, 3) for role in range(3) for a in range(4) for b in (0, 4)] + [(2, 3, 4, 5)]


@pytest.mark.parametrize("largest", [5, LARGEST // 15 - 1, LARGEST])
def test_sums_are_those_of_a_plain_loop(spark: Any, largest: int) -> None:
    from pyspark.sql import functions as F

    frame = spark.createDataFrame(ROWS, "role int, a long, b long, ways long")
    sizes = {"role": 3, "a": largest, "b": 5}
    found = summed(frame, sizes, F.sum("ways").alias("ways"))
    expected = Counter[tuple[int, int, int]]()
    for role, a, b, ways in ROWS:
        expected[role, a, b] += ways
    assert found.columns == ["role", "a", "b", "ways"]
    assert {(row[0], row[1], row[2]): row[3] for row in found.collect()} == expected


def test_two_ids_are_shipped_as_one_column(spark: Any) -> None:
    from pyspark.sql import functions as F

    frame = spark.createDataFrame([(7, 8, 1)], "a long, b long, ways long")
    plan = summed(frame, {"a": 10, "b": 10}, F.sum("ways"))._jdf.queryExecution().toString()
    assert "hashpartitioning(_ids" in plan
