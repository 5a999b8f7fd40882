"""Distinct links: each link of a relation once, as (source, target) row numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


def distinct_links(frame: DataFrame, *, directed: bool) -> DataFrame:
    """The rows of a table of links, each once; undirected ones begin at their smaller row.

    Parameters
    ----------
    frame : DataFrame
        Columns source and target.
    directed : bool
        Whether (a, b) and (b, a) are two links.
    """
    from pyspark.sql import functions as F

    if not directed:
        low, high = F.least("source", "target"), F.greatest("source", "target")
        frame = frame.select(low.alias("source"), high.alias("target"))
    return frame.select("source", "target").distinct()
