"""Degrees: what the plan knows of each table of links before any join.

Rows are counted; degrees are estimated from a sample of at most `SAMPLE` rows, so that they cost
next to nothing however large the table is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Any

from motifcnn.tensor.spark.links import Links
from motifcnn.tensor.spark.stages import Stages

SAMPLE = 2_000_000  # rows
IN_SAMPLE = 100  # a node that a sample meets less often has no degree worth knowing
KEPT = 1_000  # nodes of largest degree, per side of a table


@dataclass(frozen=True)
class Side:
    """Degrees of the nodes at one end of a table.

    Parameters
    ----------
    squares : float
        Sum of the squares of all degrees: the rows of the table joined with itself.
    largest : mapping of node to degree
        The nodes of largest degree.
    """

    squares: float
    largest: Mapping[int, float]


@dataclass(frozen=True)
class Degrees:
    """What is known of a table: its rows and the degrees at both ends."""

    rows: int
    source: Side
    target: Side

    @property
    def nnz(self) -> int:
        """The rows, by the name that the planner knows from matrices."""
        return self.rows

    def turned(self) -> Degrees:
        """The same table with its columns exchanged."""
        return Degrees(self.rows, self.target, self.source)


def find_degrees(links: Links, stages: Stages) -> tuple[Degrees, ...]:
    """The degrees of every table of links, kept as a stage."""
    found = stages.values("degrees", lambda: {"tables": _measure(links)})["tables"]
    return tuple(
        Degrees(int(one["rows"]), *(_side(one[end]) for end in ("source", "target")))
        for one in found
    )


def _side(value: Any) -> Side:
    return Side(
        float(value["squares"]), {int(node): float(d) for node, d in value["largest"].items()}
    )


def _measure(links: Links) -> list[dict[str, Any]]:
    from pyspark.sql import functions as F

    counted = [
        frame.agg(F.count("*").alias("rows")).select(F.lit(number).alias("table"), "rows")
        for number, frame in enumerate(links.tables)
    ]
    rows = {row[0]: row[1] for row in reduce(lambda a, b: a.union(b), counted).collect()}
    shares = [min(1.0, SAMPLE / max(1, rows[number])) for number in range(len(links.tables))]
    ends = [
        (frame if share == 1 else frame.sample(share, seed=0)).select(
            F.lit(number).alias("table"), F.lit(end).alias("end"), F.col(end).alias("node")
        )
        for number, (frame, share) in enumerate(zip(links.tables, shares, strict=True))
        for end in ("source", "target")
    ]
    met = reduce(lambda a, b: a.union(b), ends).groupBy("table", "end", "node").count()
    often = F.struct(F.col("count"), F.col("node"))
    sides = met.groupBy("table", "end").agg(
        # count * (count - 1) is 2 * pairs, which a sample of share p thins by p^2.
        F.sum(F.col("count").cast("double") * (F.col("count") - 1)).alias("pairs"),
        F.sort_array(F.collect_list(F.when(F.col("count") >= IN_SAMPLE, often)), False).alias(
            "often"
        ),
    )
    result: list[dict[str, Any]] = [
        {"rows": rows[number]} | {end: _value(rows[number]) for end in ("source", "target")}
        for number in range(len(links.tables))
    ]
    for row in sides.collect():
        share = shares[row["table"]]
        result[row["table"]][row["end"]] = _value(
            row["pairs"] / share**2 + rows[row["table"]],
            {str(node): met / share for met, node in row["often"][:KEPT]},
        )
    return result


def _value(squares: float, largest: dict[str, float] | None = None) -> dict[str, Any]:
    return {"squares": squares, "largest": largest or {}}
