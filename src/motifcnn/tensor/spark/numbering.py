"""Numbering: ids in increasing order get row numbers, by a table that no machine holds whole.

Spark sorts the ids into partitions. The place of an id within its partition, and the sizes of the
partitions before it, add up to its row.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING

from motifcnn.tensor.spark.stages import Stages

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

MAPPINGS = "raw_id_mappings"
_IN_PARTITION = 33  # bits of `monotonically_increasing_id` below the number of the partition


def number_ids(
    ids: Callable[[], DataFrame], kind: str, name: str, stages: Stages
) -> tuple[DataFrame, int]:
    """(id, row) of the distinct ids, kept in `raw_id_mappings/<name>`, and their number.

    Parameters
    ----------
    ids : function to DataFrame
        A column `id` of this kind; ids may repeat.
    kind : {"bigint", "string"}
        Texts are ordered by code points, as Python does.
    name : str
        Of the folder and of the stages.
    stages : Stages
    """
    from pyspark.sql import functions as F

    def ordered() -> DataFrame:
        place = F.monotonically_increasing_id()
        return ids().distinct().orderBy("id").select("id", place.alias("place"))

    places = stages.table(f"ids-{name}", f"id {kind}, place long", ordered)
    partition = F.shiftright("place", _IN_PARTITION).alias("partition")

    def offsets() -> dict[str, int]:
        found = sorted(
            (row[0], row[1]) for row in places.groupBy(partition).count().toLocalIterator()
        )
        result, total = {}, 0
        for part, size in found:
            result[str(part)], total = total, total + size
        return result | {"total": total}

    before = stages.values(f"offsets-{name}", offsets)
    starts = _pairs(stages, {part: at for part, at in before.items() if part != "total"})

    def numbered() -> DataFrame:
        within = F.col("place").bitwiseAND((1 << _IN_PARTITION) - 1)
        frame = places.select("id", "place", partition)
        return frame.join(F.broadcast(starts), "partition").select(
            "id", (within + F.col("start")).alias("row")
        )

    mapping = stages.table(
        f"mapping-{name}",
        f"id {kind}, row long",
        numbered,
        place=stages.folder / MAPPINGS / name,
    )
    return mapping, int(before["total"])


def _pairs(stages: Stages, values: dict[str, int]) -> DataFrame:
    """A small table (partition, start) from plain values, without a Python worker."""
    from pyspark.sql import functions as F

    rows = [{"partition": int(part), "start": start} for part, start in values.items()]
    parsed = F.from_json(F.lit(json.dumps(rows)), "array<struct<partition:long,start:long>>")
    return stages.spark.range(1).select(F.inline(parsed))
