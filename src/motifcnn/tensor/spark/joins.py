"""Joins: the instances of a motif one by one, each exactly once.

Nodes are joined in the order of our planner. That all nodes differ, and that of the maps of an
instance only one is kept, are conditions of the joins: a partial map that breaks one is never
written.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import TYPE_CHECKING

from motifcnn.tensor.pattern.order import parent, placement
from motifcnn.tensor.spark.elimination import Table, join_rows
from motifcnn.tensor.spark.expansion import expanded_rows, part_rows, saved_rows
from motifcnn.tensor.spark.pairs import summed
from motifcnn.tensor.spark.problem import SparkProblem, column
from motifcnn.tensor.spark.terms import link_table
from motifcnn.tensor.spark.trees import Counted, join

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame

INSTANCES = -1  # the role number under which instances are counted


def joined_rows(problem: SparkProblem) -> float:
    """Rows that the joins are expected to yield in total."""
    shape = problem.shape
    order = placement(shape)
    sizes = {column(node): size for node, size in enumerate(shape.sizes)}
    table = Table((column(0),), sizes[column(0)], {column(0): float(sizes[column(0)])})
    total = 0.0
    for position, node in enumerate(order[1:], start=1):
        near = parent(shape, order[:position], node)
        about = problem.about(problem.link((near, node)))
        rows = join_rows(table, link_table((near, node), about), sizes)
        if len(_linked_to(problem, order[:position], node)) > 1:
            rows = expanded_rows(rows, about)
        rows *= 0.5 ** sum(
            {a, b} <= {*order[: position + 1]} and node in (a, b) for a, b in shape.smaller
        )
        nodes = (*table.nodes, column(node))
        even = {name: max(rows, rows * rows / max(1, sizes[name])) for name in nodes}
        table = Table(nodes, rows, even)
        total += rows
    return total


def instances(problem: SparkProblem) -> DataFrame:
    """The instances: a column per node of the motif, each instance once."""
    shape = problem.shape
    order = placement(shape)
    absent = problem.absent()
    found = _linked(problem, 0, order[1])
    placed = order[:2]
    found = _only(found, _conditions(problem, (0,), order[1]))
    for node in order[2:]:
        found = _placed(problem, found, placed, node)
        placed = (*placed, node)
    frame = found.frame
    for (a, b), forbidden in absent.items():
        frame = frame.join(forbidden, [column(a), column(b)], "left_anti")
    return frame


def _placed(problem: SparkProblem, found: Counted, placed: tuple[int, ...], node: int) -> Counted:
    """The partial maps with one node more, which has all its links to those before."""
    near = parent(problem.shape, placed, node)
    linked = [near, *(p for p in _linked_to(problem, placed, node) if p != near)]
    about = {p: problem.about(problem.link((p, node))) for p in linked}
    if len(linked) == 1 or not saved_rows(about[near]):
        return _expanded(problem, found, placed, node, linked)
    degrees = {column(p): about[p].source.largest for p in linked}
    frames = []
    for p, rows in zip(linked, part_rows(found.frame, degrees).values(), strict=True):
        # What is left of a hub is its links to larger hubs: there is nothing to split.
        part = Counted(rows, found.rows, {})
        others = [other for other in linked if other != p]
        frames.append(_expanded(problem, part, placed, node, [p, *others], hubs=False).frame)
    return Counted(reduce(lambda a, b: a.unionByName(b), frames), found.rows, found.largest)


def _expanded(
    problem: SparkProblem,
    found: Counted,
    placed: tuple[int, ...],
    node: int,
    linked: Sequence[int],
    *,
    hubs: bool = True,
) -> Counted:
    """Joins the links from the first of `linked` to the node, then keeps rows that have all."""
    near, *others = linked
    links = _linked(problem, near, node)
    found = join(found, links if hubs else Counted(links.frame, links.rows, {}))
    found = _only(found, _conditions(problem, placed, node))
    for other in others:
        found = join(found, _linked(problem, other, node))
    return found


def role_tables(problem: SparkProblem) -> DataFrame:
    """(role, target, node, count) of all roles; role -1 has the instances, at node 0."""
    from pyspark.sql import functions as F

    shape = problem.shape

    def place(role: int, node: Column) -> Column:
        return F.struct(F.lit(role - INSTANCES).alias("place"), node.alias("node"))

    places = [place(INSTANCES, F.lit(0).cast("long"))] + [
        place(role, F.col(column(member)))
        for role, members in enumerate(shape.roles)
        for member in members
    ]
    rows = instances(problem).select(F.col(column(0)).alias("target"), F.inline(F.array(*places)))
    sizes = {"place": len(shape.roles) + 1, "target": shape.sizes[0], "node": max(shape.sizes)}
    found = summed(rows, sizes, F.count("*").alias("count"))
    role = (F.col("place") + INSTANCES).cast("int").alias("role")
    return found.select(role, "target", "node", "count")


def _linked_to(problem: SparkProblem, placed: Sequence[int], node: int) -> list[int]:
    return [p for p in placed if (p, node) in problem.shape.linked]


def _linked(problem: SparkProblem, a: int, b: int) -> Counted:
    about = problem.about(problem.link((a, b)))
    largest = {column(a): about.source.largest, column(b): about.target.largest}
    return Counted(problem.frame((a, b)), about.rows, largest)


def _conditions(problem: SparkProblem, placed: tuple[int, ...], node: int) -> list[Column]:
    """What a new node must satisfy beside its link: it differs, and comes in canonical order."""
    from pyspark.sql import functions as F

    shape = problem.shape
    differs = [
        F.col(column(other)) != F.col(column(node))
        for other in placed
        if shape.types[other] == shape.types[node] and (other, node) not in shape.linked
    ]
    ordered = [
        F.col(column(a)) < F.col(column(b))
        for a, b in shape.smaller
        if node in (a, b) and {a, b} <= {*placed, node}
    ]
    return differs + ordered


def _only(found: Counted, conditions: list[Column]) -> Counted:
    if not conditions:
        return found
    return Counted(
        found.frame.where(reduce(lambda a, b: a & b, conditions)), found.rows, found.largest
    )
