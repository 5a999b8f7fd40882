"""Role tables by counts along the motif are the matrices of the definition."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from motifcnn.graph import write_graph
from motifcnn.motif.motif import Motif
from motifcnn.tensor.spark.count import find_problem
from motifcnn.tensor.spark.elimination import Elimination, Step
from motifcnn.tensor.spark.stages import Stages
from motifcnn.tensor.spark.tables import open_tables
from motifcnn.tensor.spark.terms import role_terms
from motifcnn.tensor.spark.trees import WAYS, Counted, follow, join, role_table
from tests.oracle import brute_force
from tests.tensor.spark.test_count import PATTERNS, papers

COUNTED = ("two authors of a paper", "a path of one type", "parallel relations")


@pytest.mark.parametrize("name", COUNTED)
def test_a_role_table_is_the_matrix_without_its_zeros(
    spark: Any, tmp_path: Path, name: str
) -> None:
    graph, motif = papers(), Motif.parse(PATTERNS[name])
    write_graph(graph, tmp_path / "graph")
    stages = Stages(spark, tmp_path / "out")
    problem = find_problem(open_tables(tmp_path / "graph"), motif, stages, induced=False)
    _, expected = brute_force(graph, motif)
    for role, matrix in enumerate(expected):
        rows = role_table(problem, role_terms(problem, role), role).collect()
        assert len(rows) == np.count_nonzero(matrix)
        for target, node, count in rows:
            assert count == matrix[target, node]


def counted(spark: Any, rows: list[tuple[int, ...]], columns: str, **largest: Any) -> Counted:
    frame = spark.createDataFrame(rows, ", ".join(f"{name} long" for name in columns.split()))
    return Counted(frame, float(len(rows)), largest)


def table(found: Counted, *columns: str) -> dict[tuple[int, ...], int]:
    names = [*columns, WAYS] if WAYS in found.frame.columns else columns
    rows = [tuple(row) for row in found.frame.select(*names).collect()]
    assert len({row[: len(columns)] for row in rows}) == len(rows)
    return {row[: len(columns)]: row[-1] if WAYS in names else 1 for row in rows}


def test_ways_of_joined_rows_multiply(spark: Any) -> None:
    one = counted(spark, [(0, 5, 2), (1, 5, 3), (1, 6, 4)], f"a b {WAYS}")
    other = counted(spark, [(5, 10), (7, 10)], f"b {WAYS}")
    assert table(join(one, other), "a", "b") == {(0, 5): 20, (1, 5): 30}
    bare = counted(spark, [(6, 8), (6, 9)], "b c")
    assert table(join(one, bare), "a", "b", "c") == {(1, 6, 8): 4, (1, 6, 9): 4}


def test_a_hub_that_is_split_gives_the_same_rows(spark: Any) -> None:
    links = [(i, 0) for i in range(30)] + [(i, i) for i in range(1, 5)]
    back = [(b, a) for a, b in links]
    plain = join(counted(spark, links, "a b"), counted(spark, back, "b c"))
    largest = {"b": {0: 30.0}}
    split = join(counted(spark, links, "a b", **largest), counted(spark, back, "b c", **largest))
    expected = {(a, b, c) for a, b in links for d, c in back if b == d}
    assert set(table(plain, "a", "b", "c")) == set(table(split, "a", "b", "c")) == expected


@pytest.mark.parametrize("summed", [True, False])
def test_the_last_sum_is_left_to_the_caller_if_asked(spark: Any, summed: bool) -> None:
    links = counted(spark, [(0, 0), (0, 1), (1, 1)], "a b")
    back = counted(spark, [(0, 0), (1, 0), (1, 1)], "b c")
    elimination = Elimination((Step((0, 1), ("a", "c"), 5.0, 3),), 3)
    found = follow([links, back], elimination, summed=summed)
    rows = [(row["a"], row["c"]) for row in found.frame.collect()]
    assert sorted(rows) == (
        [(0, 0), (0, 1), (1, 0), (1, 1)] if summed else [(0, 0), (0, 0), (0, 1), (1, 0), (1, 1)]
    )
    if summed:
        assert table(found, "a", "c") == {(0, 0): 2, (0, 1): 1, (1, 0): 1, (1, 1): 1}
