"""Hubs: nodes of very large degree are split into parts before a join.

All rows of one key meet in one task. A hub of 10 million links is small as data, yet its join with
itself has 1e14 rows; Spark's own handling of skew looks at bytes and does not see it. So the rows
of a hub on one side get a part number, those on the other side are repeated once per part, and the
join is on key and part.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from math import ceil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

Hubs = Mapping[int, int]
"""Node and number of parts, more than one."""

SMALLEST = 1_000.0  # a node of smaller degree is no hub
SHARE = 4  # parts of the work per task; a node with more than one part of it is split


def find_hubs(largest: Mapping[int, float], rows: float, tasks: int) -> Hubs:
    """The nodes whose joined rows are too many for one of `tasks` tasks, each with its parts.

    A node of degree d yields in the order of d^2 rows, so a hub with a tenth of the links may well
    be nearly all of the work.

    Parameters
    ----------
    largest : mapping of node to degree
    rows : float
        Links of all nodes.
    tasks : int

    Examples
    --------
    >>> find_hubs({7: 50_000.0, 8: 1_200.0}, rows=100_000, tasks=4)
    {7: 16}
    """
    most = SHARE * max(1, tasks)
    even = (rows + sum(degree**2 for degree in largest.values())) / most
    parts = {
        node: min(most, ceil(degree**2 / even))
        for node, degree in largest.items()
        if degree >= SMALLEST
    }
    return {node: number for node, number in parts.items() if number > 1}


def split_join(left: DataFrame, right: DataFrame, key: str, hubs: Hubs) -> DataFrame:
    """The join of two tables on `key`; the hubs of `left` are split, those of `right` repeated.

    The result is that of ``left.join(right, key)``.
    """
    if not hubs:
        return left.join(right, key)
    from pyspark.sql import functions as F

    rows = [{key: node, "_parts": parts} for node, parts in hubs.items()]
    # The column may have any name, so the schema is quoted.
    parsed = F.from_json(F.lit(json.dumps(rows)), f"array<struct<`{key}`:long,_parts:int>>")
    known = F.broadcast(left.sparkSession.range(1).select(F.inline(parsed)))
    parts = F.coalesce(F.col("_parts"), F.lit(1))
    part = F.pmod(F.xxhash64(*left.columns), parts).cast("int")
    split = left.join(known, key, "left").withColumn("_part", part)
    repeated = right.join(known, key, "left").withColumn(
        "_part", F.explode(F.sequence(F.lit(0), parts - 1))
    )
    joined = split.drop("_parts").join(repeated.drop("_parts"), [key, "_part"])
    return joined.drop("_part")
