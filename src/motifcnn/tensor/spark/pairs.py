"""Pairs: several ids as one long, so that a row that is shipped for a sum is short.

A Spark row takes eight bytes per column, and compression spends some on every gap between two ids.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from math import prod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame

LARGEST = 2**63


def summed(frame: DataFrame, sizes: Mapping[str, int], total: Column) -> DataFrame:
    """``frame.groupBy(*sizes).agg(total)``, by one long instead of the columns of `sizes`.

    Parameters
    ----------
    frame : DataFrame
    sizes : mapping of column to int
        Its values are 0 to size - 1. Columns whose sizes multiply past int64 are grouped as they
        are.
    total : Column
        An aggregate.

    Returns
    -------
    DataFrame
        The columns of `sizes`, then `total`.
    """
    if prod(sizes.values()) >= LARGEST:
        return frame.groupBy(*sizes).agg(total)
    names = list(sizes)
    others = [name for name in frame.columns if name not in sizes]
    packed = frame.select(_packed(names, sizes).alias("_ids"), *others)
    found = packed.groupBy("_ids").agg(total)
    return found.select(*_unpacked(names, sizes), *found.columns[1:])


def _packed(names: Sequence[str], sizes: Mapping[str, int]) -> Column:
    """``(a * |b| + b) * |c| + c`` of columns a, b, c."""
    from pyspark.sql import functions as F

    first = F.col(names[0]).cast("long")
    return reduce(lambda ids, name: ids * _long(sizes[name]) + F.col(name), names[1:], first)


def _unpacked(names: Sequence[str], sizes: Mapping[str, int]) -> list[Column]:
    from pyspark.sql import functions as F

    columns = []
    for place, name in enumerate(names):
        below = prod(sizes[other] for other in names[place + 1 :])
        column = F.expr(f"_ids div {below}L") if below > 1 else F.col("_ids")
        columns.append((column % _long(sizes[name]) if place else column).alias(name))
    return columns


def _long(value: int) -> Column:
    from pyspark.sql import functions as F

    return F.lit(value).cast("long")
