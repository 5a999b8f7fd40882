"""Numbered links: tables whose ids are row numbers already, held to the sizes in `links.json`."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from motifcnn.errors import GraphError
from motifcnn.graph.graph import RelationKey
from motifcnn.graph.schema import Relation
from motifcnn.readable import plural
from motifcnn.sealed import plain_name
from motifcnn.tensor.spark.distinct_links import distinct_links
from motifcnn.tensor.spark.link_columns import WHOLE_NUMBERS, link_columns
from motifcnn.tensor.spark.stages import Stages
from motifcnn.tensor.spark.tables import LinkTables, ParquetLinks

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

COLUMNS = "source long, target long"


def numbered_links(
    tables: LinkTables, keys: Collection[RelationKey], stages: Stages
) -> dict[RelationKey, DataFrame]:
    """The links of some relations, each once.

    Those of a sealed graph are read as they are. Others are checked once, and copied without
    repeated rows unless the folder says that there are none (`ParquetLinks.distinct`).

    Raises
    ------
    GraphError
        If a column is missing, has no whole numbers, or a number that is no row of its type.
    """
    result = {}
    pairs = zip(tables.schema.relations, tables.tables, strict=True)
    for number, (relation, table) in enumerate(pairs):
        if relation.key not in keys:
            continue
        if tables.sealed:
            result[relation.key] = stages.spark.read.schema(COLUMNS).parquet(table.path)
        else:
            name = plain_name(number, "-".join(relation.key))
            result[relation.key] = _checked(relation, table, tables, name, stages)
    return result


def _checked(
    relation: Relation, table: ParquetLinks, tables: LinkTables, name: str, stages: Stages
) -> DataFrame:
    found = link_columns(stages.spark, relation, table)
    _require_whole_numbers(found, table)
    frame = found.select(*(found[end].cast("long").alias(end) for end in found.columns))
    about = stages.values(f"rows-{name}", lambda: _range(frame))
    _require_rows(about, relation, table, tables)
    if table.distinct:
        return frame
    return stages.table(
        f"links-{name}", COLUMNS, lambda: distinct_links(frame, directed=relation.directed)
    )


def _require_whole_numbers(frame: DataFrame, table: ParquetLinks) -> None:
    columns = (table.source, table.target)
    for column, (_, kind) in zip(columns, frame.dtypes, strict=True):
        if kind not in WHOLE_NUMBERS:
            raise GraphError(
                f"{table.path}: column {column!r} is {kind}, and with counts in links.json ids are "
                "row numbers; cast it, or leave out counts, so that ids are mapped to rows"
            )


def _range(frame: DataFrame) -> dict[str, Any]:
    """Per column: its smallest and its largest number, and the rows without one."""
    from pyspark.sql import functions as F

    asked = []
    for end in ("source", "target"):
        asked += [F.min(end), F.max(end), F.count(F.when(F.col(end).isNull(), 1))]
    row = frame.agg(*asked).first()
    assert row is not None
    return {"source": list(row[:3]), "target": list(row[3:])}


def _require_rows(
    about: dict[str, Any], relation: Relation, table: ParquetLinks, tables: LinkTables
) -> None:
    assert tables.counts is not None
    ends = (("source", table.source, relation.source), ("target", table.target, relation.target))
    for end, column, node_type in ends:
        (low, high, gaps), size = about[end], tables.counts[node_type]
        if gaps or (low is not None and not 0 <= low <= high < size):
            has = f"{plural(gaps, 'row')} without a number" if gaps else f"{low} to {high}"
            raise GraphError(
                f"{table.path}: column {column!r} has {has}, expected 0 to {size - 1}, the rows of "
                f"type {node_type}; correct the table or counts in links.json"
            )
