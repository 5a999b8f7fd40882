"""Ids get row numbers in increasing order, however many partitions sort them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pyarrow import parquet

from motifcnn.tensor.spark.numbering import number_ids
from motifcnn.tensor.spark.stages import Stages


def test_rows_follow_the_order_of_ids_across_partitions(spark: Any, tmp_path: Path) -> None:
    ids = [f"k{(7 * at) % 101}" for at in range(101)]

    def frame() -> Any:
        rows = spark.createDataFrame([(i,) for i in [*ids, *ids]], "id string")
        return rows.repartition(3)

    before = spark.conf.get("spark.sql.adaptive.enabled")
    spark.conf.set("spark.sql.adaptive.enabled", "false")  # it would make one partition of few ids
    try:
        _, total = number_ids(frame, "string", "000-key", Stages(spark, tmp_path))
    finally:
        spark.conf.set("spark.sql.adaptive.enabled", before)
    assert total == 101
    folder = tmp_path / "raw_id_mappings" / "000-key"
    assert len(list(folder.glob("*.parquet"))) > 1, "several partitions"
    mapping = parquet.read_table(folder).sort_by("row").to_pydict()
    assert mapping == {"id": sorted(ids), "row": list(range(101))}
