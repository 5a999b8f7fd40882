"""A count past int64 is an error."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from motifcnn.errors import BudgetError
from motifcnn.graph import Graph, Relation, Schema
from motifcnn.motif.motif import Motif
from motifcnn.tensor.spark import count_on_spark
from motifcnn.tensor.spark.overflow import ANSI, exact_longs


@pytest.mark.parametrize(
    "query",
    [
        "SELECT sum(id + 4611686018427387904) FROM range(2)",
        "SELECT (id + 4611686018427387904) * 2 FROM range(1)",
    ],
)
def test_sums_and_products_past_int64_are_errors(spark: Any, query: str) -> None:
    spark.conf.set(ANSI, "false")
    try:
        expected = pytest.raises(BudgetError, match="this motif: a count is past what int64 holds")
        with expected, exact_longs(spark, "this motif"):
            spark.sql(query).collect()
        assert spark.conf.get(ANSI) == "false", "the session has its own setting again"
    finally:
        spark.conf.set(ANSI, "true")


def test_the_largest_long_is_no_error(spark: Any) -> None:
    with exact_longs(spark, "this motif"):
        (row,) = spark.sql("SELECT sum(id + 4611686018427387903) FROM range(2)").collect()
    assert row[0] == 2**63 - 1


def test_a_motif_with_more_instances_than_int64_holds_is_an_error(spark: Any) -> None:
    """One hub with 7,000 leaves of each of five types: 7000^5 = 1.7e19 instances."""
    relations = tuple(Relation("hub", f"r{k}", f"leaf{k}") for k in range(5))
    schema = Schema(("hub", *(r.target for r in relations)), relations)
    counts = {"hub": 1} | {r.target: 7_000 for r in relations}
    links = {r.key: np.ones((1, 7_000), bool) for r in relations}
    star = ", ".join(f"(t{':hub' if k == 0 else ''})--(n{k}:leaf{k})" for k in range(5))
    with pytest.raises(BudgetError, match="past what int64 holds"):
        count_on_spark(Graph(schema, links, counts), Motif.parse(star), spark=spark)
