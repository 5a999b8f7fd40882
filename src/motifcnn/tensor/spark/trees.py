"""Trees: role tables through counts along the motif, as joins and sums of DataFrames."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING

from motifcnn.tensor.spark.elimination import Elimination
from motifcnn.tensor.spark.hubs import find_hubs, split_join
from motifcnn.tensor.spark.mirror import both_ways, is_mirrored
from motifcnn.tensor.spark.pairs import summed
from motifcnn.tensor.spark.problem import SparkProblem, column
from motifcnn.tensor.spark.terms import TARGET, Term

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame

WAYS = "ways"
Largest = Mapping[str, Mapping[int, float]]


@dataclass(frozen=True, eq=False)
class Counted:
    """A table of links, or of the ways to map what was eliminated.

    Parameters
    ----------
    frame : DataFrame
        Columns named after nodes and, unless every row is one way, `ways`.
    rows : float
        An estimate.
    largest : mapping of column to mapping of node to degree
        Where hubs may be.
    """

    frame: DataFrame
    rows: float
    largest: Largest

    @property
    def ways(self) -> Column:
        """The ways of a row."""
        from pyspark.sql import functions as F

        return F.col(WAYS) if WAYS in self.frame.columns else F.lit(1).cast("long")


def role_table(problem: SparkProblem, terms: Sequence[Term], role: int) -> DataFrame:
    """(target, node, count) of a role: the entries of A_k that are not zero."""
    from pyspark.sql import functions as F

    member = problem.shape.roles[role][0]
    same = problem.shape.types[member] == problem.shape.types[0]
    left, added = _with_bare_links(terms)
    shipped = len(left) > 1 or _repeats(left[0].elimination)
    half = shipped and same and is_mirrored(problem, role)
    parts = []
    for term in left:
        counted = follow(link_tables(problem, term), term.elimination, summed=False)
        ways = counted.ways * F.lit(term.times).cast("long")
        if added and term is left[0]:
            ways = ways + F.lit(added).cast("long")
        frame = counted.frame
        if same:
            frame = frame.where(f"{TARGET} {'<' if half else '<>'} {term.node}")
        parts.append(
            frame.select(
                F.col(TARGET).alias("target"), F.col(term.node).alias("node"), ways.alias(WAYS)
            )
        )
    total = reduce(lambda a, b: a.union(b), parts)
    if shipped:
        sizes = {"target": problem.shape.sizes[0], "node": problem.shape.sizes[member]}
        total = summed(total, sizes, F.sum(WAYS).alias(WAYS))
    if len(terms) > 1:
        total = total.where(f"{WAYS} <> 0")
    exact = F.expr(f"{WAYS} div {problem.shape.symmetries}L")
    found = total.select("target", "node", exact.alias("count"))
    return both_ways(found) if half else found


def _with_bare_links(terms: Sequence[Term]) -> tuple[Sequence[Term], int]:
    """Terms without those that are bare links of the first; and what these add to each of its rows.

    The first term is the motif itself, and every pair of a quotient is one of the motif: a number
    added to the rows of the first term reaches all of them, and no row is shipped for it.
    """
    first, *rest = terms
    if _repeats(first.elimination):
        return terms, 0
    bare = [
        term
        for term in rest
        if term.node == first.node and len(term.links) == 1 and term.links[0] in first.links
    ]
    return [term for term in terms if term not in bare], sum(term.times for term in bare)


def link_tables(problem: SparkProblem, term: Term) -> list[Counted]:
    """The links of a term, with the degrees that are known of them."""
    result = []
    for (a, b), link in term.links:
        about = problem.about(link)
        frame = problem.links.frame(link, column(a), column(b))
        largest = {column(a): about.source.largest, column(b): about.target.largest}
        result.append(Counted(frame, about.rows, largest))
    return result


def follow(tables: list[Counted], elimination: Elimination, *, summed: bool = True) -> Counted:
    """The table with the free nodes; with `summed=False` its last sum is left to the caller."""
    known = list(tables)
    for step in elimination.steps:
        joined = reduce(join, [known[number] for number in step.joined])
        last = step is elimination.steps[-1]
        if not set(joined.frame.columns) <= {*step.keep, WAYS} and (summed or not last):
            joined = _sum(joined, step.keep)
        known.append(joined)
    return known[-1]


def join(one: Counted, other: Counted) -> Counted:
    """Rows that agree in all common nodes; their ways multiply. Hubs are split."""
    from pyspark.sql import functions as F

    left, right = one.frame, other.frame
    common = [name for name in left.columns if name in right.columns and name != WAYS]
    both = WAYS in left.columns and WAYS in right.columns
    if both:
        right = right.withColumnRenamed(WAYS, "_ways")
    if len(common) == 1:
        frame = _join_on(one, other, left, right, common[0])
    else:
        frame = left.join(right, common)
    if both:
        frame = frame.withColumn(WAYS, F.col(WAYS) * F.col("_ways")).drop("_ways")
    largest = {**other.largest, **one.largest}
    return Counted(frame, max(one.rows, other.rows), largest)


def _join_on(
    one: Counted, other: Counted, left: DataFrame, right: DataFrame, key: str
) -> DataFrame:
    tasks = left.sparkSession.sparkContext.defaultParallelism
    degrees = one.largest.get(key, {}), other.largest.get(key, {})
    if max(degrees[0].values(), default=0.0) >= max(degrees[1].values(), default=0.0):
        return split_join(left, right, key, find_hubs(degrees[0], one.rows, tasks))
    return split_join(right, left, key, find_hubs(degrees[1], other.rows, tasks))


def _sum(table: Counted, keep: Sequence[str]) -> Counted:
    from pyspark.sql import functions as F

    frame = table.frame.groupBy(*keep).agg(F.sum(table.ways).alias(WAYS))
    # A node has one row in a table of counts; in a table of pairs it may still have many.
    largest = {name: table.largest.get(name, {}) for name in keep} if len(keep) > 1 else {}
    return Counted(frame, table.rows, largest)


def _repeats(elimination: Elimination) -> bool:
    """Whether the last step, left unsummed, can yield a pair of nodes twice."""
    return bool(elimination.steps) and elimination.steps[-1].width > len(elimination.steps[-1].keep)
