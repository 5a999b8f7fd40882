"""Symmetric matrices are known by the motif, and their other half by the first."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from motifcnn.graph import write_graph
from motifcnn.motif.motif import Motif
from motifcnn.tensor.spark import count_on_spark
from motifcnn.tensor.spark.count import find_problem
from motifcnn.tensor.spark.mirror import both_ways, is_mirrored
from motifcnn.tensor.spark.stages import Stages
from motifcnn.tensor.spark.tables import open_tables
from tests.oracle import brute_force
from tests.tensor.spark.test_count import papers

MIRRORED = {
    "(t:paper)--(a:author)--(c:paper)": [False, True],
    "(t:paper)-[:by]-(a:author)-[:by]-(c:paper)": [False, True],
    "(t:author)--(p:paper)--(c:venue)": [False, False],
    "(t:paper)-[:cites]->(a:paper)-[:cites]->(c:paper)": [False, False],
    "(t:paper)-[:cites]->(a:paper)<-[:cites]-(c:paper)": [False, True],
    "(t:paper)-[:like]-(a:paper)-[:like]-(c:paper)": [False, True],
    "(t:paper)-[:like]-(a:paper)-[:cites]->(c:paper)": [False, False],
}


@pytest.mark.parametrize("pattern", MIRRORED)
def test_the_motif_tells_which_matrices_are_symmetric(
    spark: Any, tmp_path: Path, pattern: str
) -> None:
    graph, motif = papers(3), Motif.parse(pattern)
    write_graph(graph, tmp_path / "graph")
    stages = Stages(spark, tmp_path / "out")
    problem = find_problem(open_tables(tmp_path / "graph"), motif, stages, induced=False)
    assert [is_mirrored(problem, role) for role in range(len(motif.roles))] == MIRRORED[pattern]
    _, expected = brute_force(graph, motif)
    for matrix, mirrored in zip(expected, MIRRORED[pattern], strict=True):
        assert not mirrored or (matrix == matrix.T).all()


@pytest.mark.parametrize("pattern", list(MIRRORED)[:1] + list(MIRRORED)[-3:-1])
def test_tensors_of_mirrored_motifs_equal_brute_force(spark: Any, pattern: str) -> None:
    graph, motif = papers(3), Motif.parse(pattern)
    tensor = count_on_spark(graph, motif, spark=spark, form="counts")
    instances, roles = brute_force(graph, motif)
    np.testing.assert_array_equal(tensor.instances, instances)
    for role, expected in zip(tensor.roles, roles, strict=True):
        np.testing.assert_array_equal(role.matrix.toarray(), expected)


def test_both_ways_has_every_row_and_its_reverse(spark: Any) -> None:
    frame = spark.createDataFrame([(0, 3, 5), (1, 2, 1)], "target long, node long, count long")
    found = both_ways(frame)
    assert found.columns == ["target", "node", "count"]
    rows = {(row[0], row[1], row[2]) for row in found.collect()}
    assert rows == {(0, 3, 5), (3, 0, 5), (1, 2, 1), (2, 1, 1)}
