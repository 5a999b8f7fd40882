"""Product: D^-1 A_k X as one job, without the tensor.

Features are one more table, (node, feature, value), that hangs on the node of the role. The node is
eliminated like any other, so its values travel towards the target along the motif.
"""

from __future__ import annotations

from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING

from motifcnn.errors import MotifCNNError
from motifcnn.motif.check import check
from motifcnn.motif.motif import Motif
from motifcnn.tensor.lookup import role_named
from motifcnn.tensor.spark.claim import as_folder
from motifcnn.tensor.spark.count import find_problem
from motifcnn.tensor.spark.elimination import Table, eliminate
from motifcnn.tensor.spark.joins import role_tables
from motifcnn.tensor.spark.link_columns import missing_ids_refused
from motifcnn.tensor.spark.overflow import exact_longs
from motifcnn.tensor.spark.plan import plan_on_spark
from motifcnn.tensor.spark.problem import SparkProblem, column
from motifcnn.tensor.spark.stages import Stages
from motifcnn.tensor.spark.tables import open_tables
from motifcnn.tensor.spark.terms import TARGET, Term, bare_terms
from motifcnn.tensor.spark.trees import WAYS, Counted, follow, link_tables

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

FEATURE = "feature"


def product_on_spark(
    source: str | Path,
    motif: Motif,
    role: str,
    features: DataFrame,
    *,
    spark: SparkSession,
    out: str | Path,
) -> DataFrame:
    r"""The mean of features over the instances of each target, for one role.

    .. math:: Y = D^{-1} A_k X

    Parameters
    ----------
    source : folder
        As in `count_on_spark`.
    motif : Motif
    role : str
        Label of the role, or name of a node that plays it.
    features : DataFrame
        X as (node, feature, value): rows of the role's type, one per entry that is not zero.
    spark : SparkSession
    out : folder
        For stages that are kept.

    Returns
    -------
    DataFrame
        Y as (target, feature, value), for targets with instances. It is computed when used.
    """
    if missing := [c for c in ("node", FEATURE, "value") if c not in features.columns]:
        raise MotifCNNError(
            f"features: column {missing[0]!r} is missing, found {', '.join(features.columns)}; "
            "expected node, feature, value"
        )
    tables = open_tables(source)
    check(motif, tables.schema)
    number = role_named(motif, range(len(motif.roles)), role)
    with exact_longs(spark, f'motif "{motif}"'), missing_ids_refused():
        problem = find_problem(tables, motif, Stages(spark, as_folder(out)), induced=False)
        plan = plan_on_spark(problem)
        return (
            _along(problem, number, features)
            if plan.form == "counts"
            else _over_instances(problem, number, features)
        )


def _along(problem: SparkProblem, role: int, features: DataFrame) -> DataFrame:
    """Features carried along the motif, divided by the instances, which are counted likewise."""
    from pyspark.sql import functions as F

    carried, counted = [], []
    rows = float(features.count())
    for times, block, links, tables, sizes in bare_terms(problem, role):
        node = column(block)
        about = Table((node, FEATURE), rows, {node: rows, FEATURE: rows})
        x = features.select(
            F.col("node").alias(node), FEATURE, F.col("value").cast("double").alias(WAYS)
        )
        term = Term(
            times,
            node,
            links,
            eliminate((*tables, about), (TARGET, FEATURE), sizes | {FEATURE: 1 << 31}),
        )
        found = follow([*link_tables(problem, term), Counted(x, rows, {})], term.elimination)
        carried.append(found.frame.select(TARGET, FEATURE, (found.ways * times).alias(WAYS)))
        alone = Term(times, TARGET, links, eliminate(tables, (TARGET,), sizes))
        ways = follow(link_tables(problem, alone), alone.elimination)
        counted.append(ways.frame.select(TARGET, (ways.ways * times).alias(WAYS)))
    top = reduce(lambda a, b: a.union(b), carried).groupBy(TARGET, FEATURE)
    members = len(problem.shape.roles[role])
    # Every instance has `members` nodes in the role, so the ways of all orbits sum to members * D.
    below = reduce(lambda a, b: a.union(b), counted).groupBy(TARGET).agg(F.sum(WAYS).alias("_all"))
    value = F.col(WAYS) / (F.col("_all") / members)
    return (
        top.agg(F.sum(WAYS).alias(WAYS))
        .join(below.where("_all <> 0"), TARGET)
        .select(F.col(TARGET).alias("target"), FEATURE, value.alias("value"))
    )


def _over_instances(problem: SparkProblem, role: int, features: DataFrame) -> DataFrame:
    from pyspark.sql import functions as F

    table = role_tables(problem).where(F.col("role") == role).drop("role")
    members = len(problem.shape.roles[role])
    whole = table.groupBy("target").agg((F.sum("count") / members).alias("_all"))
    return (
        table.join(features, "node")
        .groupBy("target", FEATURE)
        .agg(F.sum(F.col("count") * F.col("value")).alias("value"))
        .join(whole, "target")
        .select("target", FEATURE, (F.col("value") / F.col("_all")).alias("value"))
    )
