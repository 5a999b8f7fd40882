"""The columns of a table of links are found by name, and gaps in them are typed errors."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from pyarrow import parquet

from motifcnn.errors import GraphError
from motifcnn.graph import Relation
from motifcnn.tensor.spark.link_columns import link_columns, missing_ids_refused, require_ids
from motifcnn.tensor.spark.tables import ParquetLinks

RELATION = Relation("paper", "by", "author")


def table(folder: Path, **columns: list[Any]) -> ParquetLinks:
    parquet.write_table(pa.table(columns), folder / "by.parquet")
    return ParquetLinks(str(folder / "by.parquet"), *columns)


def test_columns_of_any_name_become_source_and_target(spark: Any, tmp_path: Path) -> None:
    given = table(tmp_path, **{"the `paper`.id": ["p1"], "who": [7]})
    frame = link_columns(spark, RELATION, given)
    assert [row.asDict() for row in frame.collect()] == [{"source": "p1", "target": 7}]


def test_a_missing_column_is_named(spark: Any, tmp_path: Path) -> None:
    given = table(tmp_path, paper=[1], who=[7])
    with pytest.raises(GraphError, match="column 'whom' of relation by is missing, found paper"):
        link_columns(spark, RELATION, ParquetLinks(given.path, "paper", "whom"))


def test_a_row_without_an_id_fails_the_job_with_a_typed_error(spark: Any, tmp_path: Path) -> None:
    given = table(tmp_path, paper=[1, 2], who=["a", None])
    frame = require_ids(link_columns(spark, RELATION, given), given)
    with (
        pytest.raises(GraphError, match=r"by\.parquet: column 'who' has a row without an id; fill"),
        missing_ids_refused(),
    ):
        frame.collect()


def test_other_errors_of_a_job_stay_what_they_are(spark: Any) -> None:
    from pyspark.errors import SparkRuntimeException

    with pytest.raises(SparkRuntimeException, match="index 0 is invalid"), missing_ids_refused():
        spark.sql("SELECT element_at(array(id), 0) FROM range(1)").collect()
