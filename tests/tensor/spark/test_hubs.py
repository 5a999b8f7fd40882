"""Splitting hubs changes the tasks of a join, never its rows."""

from __future__ import annotations

from typing import Any

from motifcnn.tensor.spark.hubs import find_hubs, split_join


def test_only_nodes_with_more_than_a_part_of_the_work_are_hubs() -> None:
    assert find_hubs({1: 100_000.0, 2: 3_000.0}, rows=200_000, tasks=10) == {1: 40}
    assert find_hubs({1: 4_000.0, 2: 3_000.0}, rows=20_000, tasks=2) == {1: 6, 2: 3}
    assert find_hubs(dict.fromkeys(range(100), 2_000.0), rows=200_000, tasks=2) == {}
    assert find_hubs({1: 900.0}, rows=900, tasks=2) == {}, "too small to split"
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
