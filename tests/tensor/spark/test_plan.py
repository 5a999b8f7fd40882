"""Trees go through counts, the rest through joins whose conditions are part of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from motifcnn.errors import MotifCNNError
from motifcnn.motif.motif import Motif
from motifcnn.tensor.spark.count import find_problem, tables_of
from motifcnn.tensor.spark.joins import instances
from motifcnn.tensor.spark.plan import plan_on_spark
from motifcnn.tensor.spark.problem import SparkProblem
from motifcnn.tensor.spark.stages import Stages
from tests.tensor.spark.test_count import PATTERNS, papers


def problem_of(spark: Any, folder: Path, pattern: str, *, induced: bool = False) -> SparkProblem:
    tables = tables_of(papers(), folder)
    return find_problem(tables, Motif.parse(pattern), Stages(spark, folder), induced=induced)


def test_a_tree_goes_through_counts_and_never_binds_three_nodes(spark: Any, tmp_path: Path) -> None:
    plan = plan_on_spark(problem_of(spark, tmp_path, PATTERNS["a path of one type"]))
    assert plan.form == "counts"
    assert max(term.elimination.width for role in plan.terms for term in role) == 2


def test_induced_instances_and_cliques_go_through_joins(spark: Any, tmp_path: Path) -> None:
    clique = problem_of(spark, tmp_path / "one", PATTERNS["a four-clique"])
    induced = problem_of(spark, tmp_path / "two", PATTERNS["a path of one type"], induced=True)
    for problem in (clique, induced):
        assert plan_on_spark(problem).form == "joins"
        with pytest.raises(MotifCNNError, match="Use form='joins'"):
            plan_on_spark(problem, "counts")


def test_injectivity_and_order_are_conditions_of_the_joins(spark: Any, tmp_path: Path) -> None:
    problem = problem_of(spark, tmp_path, PATTERNS["two authors of a paper"])
    plan = instances(problem)._jdf.queryExecution().optimizedPlan().toString()
    join = next(line for line in plan.splitlines() if line.lstrip(" +-").startswith("Join"))
    assert "<" in join and "=" in join


def test_an_unknown_form_is_refused(spark: Any, tmp_path: Path) -> None:
    problem = problem_of(spark, tmp_path, "(t:paper)--(a:author)")
    with pytest.raises(MotifCNNError, match="form must be one of auto, counts, joins; got 'fast'"):
        plan_on_spark(problem, "fast")  # type: ignore[arg-type]
