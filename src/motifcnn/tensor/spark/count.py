"""The motif tensor by Spark: Parquet links in, Parquet role tables out."""

from __future__ import annotations

import json
import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from motifcnn.errors import MotifCNNError
from motifcnn.graph.fingerprint import structure_fingerprint
from motifcnn.graph.graph import Graph
from motifcnn.graph.io.parquet import write_graph
from motifcnn.motif.check import as_motif, check
from motifcnn.motif.motif import Motif
from motifcnn.sealed import MANIFEST, explained, locked, make_folder
from motifcnn.tensor.spark.claim import as_folder, claim, file_list
from motifcnn.tensor.spark.degrees import find_degrees
from motifcnn.tensor.spark.joins import INSTANCES, role_tables
from motifcnn.tensor.spark.link_columns import missing_ids_refused
from motifcnn.tensor.spark.links import read_links
from motifcnn.tensor.spark.overflow import exact_longs
from motifcnn.tensor.spark.plan import FORMS, Form, SparkPlan, plan_on_spark
from motifcnn.tensor.spark.problem import SparkProblem, make_spark_problem
from motifcnn.tensor.spark.result import (
    METADATA,
    SparkTensor,
    load_result,
    write_metadata,
)
from motifcnn.tensor.spark.session import open_session
from motifcnn.tensor.spark.stages import TABLES, Stages
from motifcnn.tensor.spark.tables import LinkTables, open_tables
from motifcnn.tensor.spark.trees import role_table
from motifcnn.tensor.tensor import MotifTensor

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

ROLE = "target long, node long, count long"


def count_on_spark(
    source: Graph | str | Path,
    motif: Motif | str,
    *,
    spark: SparkSession | None = None,
    master: str | None = None,
    out: str | Path | None = None,
    induced: bool = False,
    form: Form = "auto",
    overwrite: bool = False,
) -> MotifTensor:
    """The exact motif tensor of one motif, counted by Spark; equal to `count` bit for bit.

    Parameters
    ----------
    source : Graph or folder
        A folder holds a graph that `write_graph` wrote, or `links.json`, which says where the
        Parquet tables of links are; ids of any kind are mapped to rows first.
    motif : Motif
    spark : SparkSession, optional
        A session that runs already. It is not stopped.
    master : str, optional
        Where a new session runs, ``local[*]`` unless given.
    out : folder, optional
        Where the tables go, a path that every worker sees. Finished stages stay there: the same
        call after a failure goes on from them. Only a `Graph` can do without, and its tensor is
        then in memory.
    induced : bool
        As in `count`.
    form : {"auto", "counts", "joins"}
        Through counts along the motif, or instance by instance; auto takes what is expected to
        yield fewer rows.
    overwrite : bool
        Discard what an earlier count left in `out`.

    Returns
    -------
    SparkTensor
        A `MotifTensor` that reads its tables on first use.

    Raises
    ------
    BudgetError
        If a count is past int64.
    StoreError
        If `out` holds something else.

    Examples
    --------
    ::

        tensor = count_on_spark("graph", motif, master="spark://host:7077", out="tensor")
        tensor.roles[0].rows([3, 14])
    """
    motif = as_motif(motif)
    if form not in FORMS:
        raise MotifCNNError(f"form must be one of {', '.join(FORMS)}; got {form!r}")
    if out is not None:
        folder = as_folder(out)
        with explained(folder):
            make_folder(folder.absolute().parent)
        with locked(folder):
            return _count(source, motif, spark, master, folder, induced, form, overwrite)
    if not isinstance(source, Graph):
        raise MotifCNNError(
            "engine='spark' on a folder writes its tensor to disk; name a folder with out=..."
        )
    with tempfile.TemporaryDirectory(prefix="motifcnn-") as place:
        found = _count(source, motif, spark, master, Path(place, "out"), induced, form, overwrite)
        return found.in_memory(source)


def _count(
    source: Graph | str | Path,
    motif: Motif,
    spark: SparkSession | None,
    master: str | None,
    out: Path,
    induced: bool,
    form: Form,
    overwrite: bool,
) -> SparkTensor:
    folder = out.resolve()
    check(motif, source.schema if isinstance(source, Graph) else open_tables(source).schema)
    claim(folder, _arguments(source, motif, induced, form), overwrite=overwrite)
    if (folder / METADATA).is_file():
        return load_result(folder)
    tables = tables_of(source, folder)
    with (
        open_session(spark, master) as session,
        exact_longs(session, f'motif "{motif}"'),
        missing_ids_refused(),
    ):
        stages = Stages(session, folder)
        try:
            problem = find_problem(tables, motif, stages, induced=induced)
            plan = plan_on_spark(problem, form)
            roles, instances = _write_tables(problem, plan, stages)
        finally:
            stages.write_counters()
    write_metadata(
        folder,
        motif,
        induced=induced,
        form=plan.form,
        counts=problem.links.counts,
        roles=roles,
        instances=instances,
    )
    return load_result(folder)


def tables_of(source: Graph | str | Path, folder: Path) -> LinkTables:
    """The links of a source; those of a `Graph` are written into the folder first."""
    if not isinstance(source, Graph):
        return open_tables(source)
    if not (folder / "graph" / MANIFEST).is_file():
        write_graph(Graph(source.schema, source.adjacency, source.counts), folder / "graph")
    return open_tables(folder / "graph")


def find_problem(
    tables: LinkTables, motif: Motif, stages: Stages, *, induced: bool
) -> SparkProblem:
    """A motif on tables: links as row numbers, and what is known of their degrees."""
    links = read_links(tables, motif, stages, induced=induced)
    return make_spark_problem(motif, links, find_degrees(links, stages))


def _arguments(
    source: Graph | str | Path, motif: Motif, induced: bool, form: str
) -> dict[str, Any]:
    return {
        "source": "a graph in memory" if isinstance(source, Graph) else str(Path(source).resolve()),
        "fingerprint": (
            structure_fingerprint(source) if isinstance(source, Graph) else file_list(Path(source))
        ),
        "pattern": str(motif),
        "motif": json.loads(json.dumps(motif.to_dict())),
        "induced": induced,
        "form": form,
    }


def _write_tables(problem: SparkProblem, plan: SparkPlan, stages: Stages) -> tuple[list[str], str]:
    """Writes the tables of all roles and of the instances; returns where they are."""
    from pyspark.sql import functions as F

    roles = problem.shape.roles
    if plan.form == "joins":
        joined = stages.table(
            "joined",
            f"{ROLE}, role int",
            lambda: role_tables(problem).sortWithinPartitions("role", "target", "node"),
            by="role",
        )
        places = [f"{TABLES}/joined/role={role}" for role in range(len(roles))]
        counted = joined.where(F.col("role") == INSTANCES).select(
            "target", F.col("count").alias("instances")
        )
    else:
        places = [f"{TABLES}/role-{role}" for role in range(len(roles))]
        frames = []
        for role, place in enumerate(places):
            make = partial(_sorted_role, problem, plan, role)
            frames.append(stages.table(Path(place).name, ROLE, make))
        # The role with one member per instance, if there is one, needs no larger sums.
        smallest = min(range(len(roles)), key=lambda role: len(roles[role]))
        counted = (
            frames[smallest]
            .groupBy("target")
            .agg(F.sum("count").alias("sum"))
            .select("target", F.expr(f"sum div {len(roles[smallest])}L").alias("instances"))
        )
    stages.table(
        "instances", "target long, instances long", lambda: counted.sortWithinPartitions("target")
    )
    return places, f"{TABLES}/instances"


def _sorted_role(problem: SparkProblem, plan: SparkPlan, role: int) -> DataFrame:
    return role_table(problem, plan.terms[role], role).sortWithinPartitions("target", "node")
