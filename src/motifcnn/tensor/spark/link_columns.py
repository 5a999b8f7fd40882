"""Link columns: the two columns of ids of a table of links, as `links.json` names them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from motifcnn.errors import GraphError
from motifcnn.graph.schema import Relation
from motifcnn.tensor.spark.tables import ParquetLinks

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

WHOLE_NUMBERS = ("tinyint", "smallint", "int", "bigint")


def link_columns(spark: SparkSession, relation: Relation, table: ParquetLinks) -> DataFrame:
    """(source, target) of a table as they are; a `GraphError` names a column that is missing."""
    from pyspark.sql import functions as F

    frame = spark.read.parquet(table.path)
    ends = {"source": table.source, "target": table.target}
    for column in ends.values():
        if column not in frame.columns:
            raise GraphError(
                f"{table.path}: column {column!r} of relation {relation.name} is missing, found "
                f"{', '.join(frame.columns)}; name the columns in links.json"
            )
    quoted = {end: f"`{column.replace('`', '``')}`" for end, column in ends.items()}
    return frame.select(*(F.col(column).alias(end) for end, column in quoted.items()))


def require_ids(frame: DataFrame, table: ParquetLinks) -> DataFrame:
    """The same (source, target); a row without an id fails the job that meets it."""
    from pyspark.sql import functions as F

    ends = []
    for end, column in (("source", table.source), ("target", table.target)):
        missing = F.raise_error(F.lit(f"{table.path}: column {column!r} has a row without an id"))
        ends.append(F.coalesce(F.col(end), missing).alias(end))
    return frame.select(*ends)


@contextmanager
def missing_ids_refused() -> Iterator[None]:
    """A job that fails for what `require_ids` met is a `GraphError`."""
    from pyspark.errors import SparkRuntimeException

    try:
        yield
    except SparkRuntimeException as error:
        if error.getCondition() != "USER_RAISED_EXCEPTION":
            raise
        said = (error.getMessageParameters() or {}).get("errorMessage", str(error))
        raise GraphError(f"{said}; fill it, or delete the row") from error
