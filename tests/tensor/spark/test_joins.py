"""Joins list every instance once, in the order of the planner."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from motifcnn.graph import Graph, Relation, Schema, write_graph
from motifcnn.motif.motif import Motif
from motifcnn.tensor.spark.count import find_problem
from motifcnn.tensor.spark.joins import INSTANCES, instances, joined_rows, role_tables
from motifcnn.tensor.spark.problem import SparkProblem, column
from motifcnn.tensor.spark.stages import Stages
from motifcnn.tensor.spark.tables import open_tables
from tests.oracle import brute_force
from tests.tensor.spark.local_problem import local_problem
from tests.tensor.spark.test_count import PATTERNS, papers

LISTED = ("an author with two papers at one venue", "a triangle", "arrows")


def on_spark(spark: Any, folder: Path, motif: Motif, *, induced: bool = False) -> SparkProblem:
    write_graph(papers(), folder / "graph")
    stages = Stages(spark, folder / "out")
    return find_problem(open_tables(folder / "graph"), motif, stages, induced=induced)


@pytest.mark.parametrize("name", LISTED)
def test_every_instance_is_listed_once(spark: Any, tmp_path: Path, name: str) -> None:
    motif = Motif.parse(PATTERNS[name])
    problem = on_spark(spark, tmp_path, motif)
    nodes = [column(node) for node in range(len(motif.types))]
    rows = [tuple(row) for row in instances(problem).select(*nodes).collect()]
    same = {
        frozenset(tuple(row[image[node]] for node in range(len(row))) for image in group)
        for row in rows
        for group in [problem.symmetries]
    }
    assert len(same) == len(rows), "no two maps of one instance"
    for row in rows:
        placed = list(zip(problem.shape.types, row, strict=True))
        assert len(set(placed)) == len(placed), "all nodes differ"
    expected, _ = brute_force(papers(), motif)
    found = Counter(row[0] for row in rows)
    assert [found[target] for target in range(len(expected))] == expected.tolist()


def test_induced_instances_lack_the_links_that_the_motif_lacks(spark: Any, tmp_path: Path) -> None:
    motif = Motif.parse("(t:paper)-[:like]-(a:paper)-[:like]-(c:paper)")
    found = role_tables(on_spark(spark, tmp_path, motif, induced=True)).collect()
    expected, _ = brute_force(papers(), motif, induced=True)
    plain, _ = brute_force(papers(), motif)
    counted = {target: count for role, target, _, count in found if role == INSTANCES}
    assert [counted.get(target, 0) for target in range(len(expected))] == expected.tolist()
    assert expected.sum() < plain.sum()


@pytest.mark.parametrize("name", LISTED)
def test_role_tables_are_the_matrices_and_the_instances(
    spark: Any, tmp_path: Path, name: str
) -> None:
    motif = Motif.parse(PATTERNS[name])
    rows = role_tables(on_spark(spark, tmp_path, motif)).collect()
    total, matrices = brute_force(papers(), motif)
    found = [np.zeros((len(total), 1), int), *(np.zeros_like(matrix) for matrix in matrices)]
    for role, target, node, count in rows:
        assert found[role - INSTANCES][target, node] == 0, "one row per role, target and node"
        found[role - INSTANCES][target, node] = count
    np.testing.assert_array_equal(found[0][:, 0], total)
    for matrix, expected in zip(found[1:], matrices, strict=True):
        np.testing.assert_array_equal(matrix, expected)


def regular() -> Graph:
    """12 papers of 2 authors each, 8 authors of 3 papers each."""
    written = np.zeros((12, 8), bool)
    written[np.arange(12).repeat(2), np.arange(24) % 8] = True
    relation = Relation("paper", "by", "author")
    schema = Schema(("paper", "author"), (relation,))
    return Graph(schema, {relation.key: written}, {"paper": 12, "author": 8})


@pytest.mark.parametrize(
    ("pattern", "rows"),
    [
        ("(t:paper)--(a:author)", 24),
        ("(t:paper)--(a:author)--(c:paper)", 24 + 24 * 3),
        # Of two authors the smaller row comes first: half of the 24 * 2.
        ("(t:paper)--(a:author), (t)--(b:author)", 24 + 24),
    ],
)
def test_where_all_degrees_are_the_same_the_rows_are_known(pattern: str, rows: int) -> None:
    problem, _ = local_problem(regular(), Motif.parse(pattern))
    assert joined_rows(problem) == pytest.approx(rows)


@pytest.mark.parametrize("name", PATTERNS)
def test_expected_rows_of_paths_are_never_less_than_the_walks(name: str) -> None:
    graph, motif = papers(), Motif.parse(PATTERNS[name])
    problem, _ = local_problem(graph, motif)
    if problem.shape.smaller or len(motif.edges) != len(motif.types) - 1:
        assert joined_rows(problem) > 0
        return
    assert joined_rows(problem) >= brute_force(graph, motif)[0].sum()
