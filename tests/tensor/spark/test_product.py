"""The product without a tensor equals the product with one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from motifcnn.graph import write_graph
from motifcnn.motif.motif import Motif
from motifcnn.tensor.spark.product import product_on_spark
from tests.oracle import brute_force
from tests.tensor.spark.test_count import PATTERNS, papers


@pytest.mark.parametrize(
    ("pattern", "role"),
    [
        ("(t:paper)--(a:author)--(c:paper)", "c"),
        ("(t:paper)--(a:author)--(c:paper)", "a"),
        (PATTERNS["two authors of a paper"], "a"),
        (PATTERNS["a triangle"], "a"),
    ],
)
def test_product_equals_the_definition(spark: Any, tmp_path: Path, pattern: str, role: str) -> None:
    graph, motif = papers(), Motif.parse(pattern)
    write_graph(graph, tmp_path / "graph")
    instances, matrices = brute_force(graph, motif)
    k = next(k for k, r in enumerate(motif.roles) if role in r.label.split("+"))
    x = np.random.default_rng(0).random((matrices[k].shape[1], 2))
    frame = spark.createDataFrame(
        [(i, f, float(x[i, f])) for i in range(len(x)) for f in range(2)],
        "node long, feature long, value double",
    )
    found = np.zeros((len(instances), 2))
    product = product_on_spark(
        tmp_path / "graph", motif, role, frame, spark=spark, out=tmp_path / "out"
    )
    for target, feature, value in product.collect():
        found[target, feature] = value
    expected = matrices[k] @ x / np.maximum(1, instances)[:, None]
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)
