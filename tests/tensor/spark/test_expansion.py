"""Expanding a row from the end with fewer links changes the work, never the instances."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from motifcnn.graph import Graph, Relation, Schema
from motifcnn.motif.motif import Motif
from motifcnn.tensor.spark import SparkTensor, count_on_spark, degrees, expansion
from motifcnn.tensor.spark.degrees import Degrees, Side
from motifcnn.tensor.spark.expansion import expanded_rows, part_rows
from tests.oracle import brute_force
from tests.tensor.spark.test_count import PATTERNS, papers


def test_every_row_is_in_the_part_of_its_smallest_hub(spark: Any) -> None:
    frame = spark.range(36).selectExpr("id div 6 AS a", "id % 6 AS b")
    large = {"a": {0: 9.0, 1: 5.0}, "b": {0: 7.0, 2: 5.0}}
    parts = {
        name: set(map(tuple, part.collect())) for name, part in part_rows(frame, large).items()
    }
    pairs = {(a, b) for a in range(6) for b in range(6)}
    first = {(a, b) for a, b in pairs if large["a"].get(a, 0) <= large["b"].get(b, 0)}
    assert parts == {"a": first, "b": pairs - first}


def test_rows_of_hubs_are_left_out_of_the_estimate() -> None:
    hub = Side(10_000.0**2 + 1_000.0, {7: 10_000.0})
    near = Degrees(11_000, hub, hub)
    assert expanded_rows(hub.squares, near) < hub.squares / 1_000
    even = Degrees(11_000, Side(22_000.0, {}), hub)
    assert expanded_rows(22_000.0, even) == 22_000.0


@pytest.mark.parametrize("name", ["a triangle", "a ring of four", "a four-clique", "arrows"])
def test_parted_joins_equal_brute_force(
    spark: Any, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With every node a hub all parts have rows."""
    monkeypatch.setattr(degrees, "IN_SAMPLE", 1)
    monkeypatch.setattr(expansion, "WORTH", 0)
    graph, motif = papers(2), Motif.parse(PATTERNS[name])
    tensor = count_on_spark(graph, motif, spark=spark, form="joins")
    instances, roles = brute_force(graph, motif)
    np.testing.assert_array_equal(tensor.instances, instances)
    for role, expected in zip(tensor.roles, roles, strict=True):
        np.testing.assert_array_equal(role.matrix.toarray(), expected)


def test_the_walks_through_a_hub_are_not_shipped(spark: Any, tmp_path: Any) -> None:
    """A wheel of 300 spokes: 90,000 walks through its hub, and 300 triangles."""
    spokes = 300
    rim = np.arange(1, spokes + 1)
    links = np.zeros((spokes + 1, spokes + 1), bool)
    links[0, rim] = links[rim, rim % spokes + 1] = True
    schema = Schema(("node",), (Relation("node", "linked", "node", directed=False),))
    graph = Graph(schema, {("node", "linked", "node"): links | links.T}, {"node": spokes + 1})
    motif = Motif.parse("(t:node)--(a:node)--(c:node)--(t)")
    tensor = count_on_spark(graph, motif, spark=spark, form="joins", out=tmp_path / "out")
    assert isinstance(tensor, SparkTensor)
    assert tensor.instances.tolist() == [spokes] + [2] * spokes
    assert tensor.counters["total"]["shuffled_rows"] < spokes**2 / 4
