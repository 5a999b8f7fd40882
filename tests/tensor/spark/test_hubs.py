"""Splitting hubs changes the tasks of a join, never its rows."""

from __future__ import annotations

from typing import Any

from motifcnn.tensor.spark.hubs import find_hubs, split_join


def test_only_nodes_above_an_even_share_are_hubs() -> None:
    largest = {1: 100_000.0, 2: 3_000.0, 3: 900.0}
    assert find_hubs(largest, rows=200_000, tasks=10) == {1: 20}
    assert find_hubs(largest, rows=20_000, tasks=10) == {1: 40, 2: 3}
    assert find_hubs({}, rows=20_000, tasks=10) == {}


def test_a_split_join_has_the_rows_of_a_plain_one(spark: Any) -> None:
    left = spark.range(300).selectExpr("id AS a", "id % 7 * (id % 2) AS k")
    right = spark.range(200).selectExpr("id % 5 AS k", "id AS b")
    plain = sorted(map(tuple, left.join(right, "k").select("k", "a", "b").collect()))
    split = split_join(left, right, "k", {0: 5, 3: 2}).select("k", "a", "b")
    assert sorted(map(tuple, split.collect())) == plain


def test_the_rows_of_a_hub_are_spread_over_its_parts(spark: Any) -> None:
    left = spark.range(400).selectExpr("id AS a", "0L AS k")
    right = spark.range(3).selectExpr("0L AS k", "id AS b")
    plan = split_join(left, right, "k", {0: 4})._jdf.queryExecution().toString()
    assert "_part" in plan
