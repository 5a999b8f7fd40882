"""Expansion: a node that closes a cycle is looked for from the neighbour with fewer links, per row.

A node c with links to t and to a is found in the links of t or in those of a. On graphs with hubs
neither is right for all rows: of the walks of a triangle nearly all pass a hub, and the other end
of most links of a hub has few links itself. Which nodes are hubs is known before the join, so the
rows are parted by it, and nothing more is shipped to decide.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING

from motifcnn.tensor.spark.degrees import Degrees

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

WORTH = 4  # rows that parting must save, per link: each part reads the links again
DEGREE = "_degree"


def saved_rows(near: Degrees) -> float:
    """Rows less, at most, if links are not followed from hubs; 0 if parting is not worth it.

    Parameters
    ----------
    near : Degrees
        Of the table whose source is the node that all rows would be expanded from.

    Examples
    --------
    >>> from motifcnn.tensor.spark.degrees import Side
    >>> even = Side(2_000.0, {})
    >>> saved_rows(Degrees(1_000, Side(1_002_000.0, {7: 1_000.0}), even))
    1000000.0
    >>> saved_rows(Degrees(1_000, even, even))
    0.0
    """
    hubs = sum(degree**2 for degree in near.source.largest.values())
    return hubs if hubs > WORTH * near.rows else 0.0


def expanded_rows(rows: float, near: Degrees) -> float:
    """Rows of a join, once those of hubs are expanded from their other end."""
    saved = saved_rows(near)
    if not saved:
        return rows
    light = max(near.source.squares - saved, float(near.rows))
    of_hubs = sum(near.source.largest.values())
    return min(rows, (light + of_hubs * light / near.rows) * rows / near.source.squares)


def part_rows(frame: DataFrame, degrees: Mapping[str, Mapping[int, float]]) -> dict[str, DataFrame]:
    """The rows to expand from each of some columns: where its node has the fewest links.

    Parameters
    ----------
    frame : DataFrame
    degrees : mapping of column to mapping of node to degree
        Degrees of hubs, in the table that the column is expanded by; other nodes count as 0. Among
        equals the first column is taken.

    Returns
    -------
    mapping of column to DataFrame
        Together the rows of `frame`, each once.
    """
    from pyspark.sql import functions as F

    names = list(degrees)
    known = frame
    for name in names:
        known = known.join(_hubs(frame, name, degrees[name]), name, "left")
    links = {name: F.coalesce(F.col(f"{DEGREE}_{name}"), F.lit(0.0)) for name in names}
    parts = {}
    for place, name in enumerate(names):
        chosen = F.lit(True)
        for other in names[:place]:
            chosen = chosen & (links[name] < links[other])
        for other in names[place + 1 :]:
            chosen = chosen & (links[name] <= links[other])
        parts[name] = known.where(chosen).select(*frame.columns)
    return parts


def _hubs(frame: DataFrame, name: str, degrees: Mapping[int, float]) -> DataFrame:
    from pyspark.sql import functions as F

    rows = [{name: node, f"{DEGREE}_{name}": degree} for node, degree in degrees.items()]
    parsed = F.from_json(
        F.lit(json.dumps(rows)), f"array<struct<`{name}`:long,`{DEGREE}_{name}`:double>>"
    )
    return F.broadcast(frame.sparkSession.range(1).select(F.inline(parsed)))
