"""Raw ids: texts or numbers of the source, mapped once to row numbers in increasing order.

Row i is the i-th id of its type, as in `Graph`. The mapping is written beside the result.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from motifcnn.errors import GraphError
from motifcnn.graph.schema import Relation
from motifcnn.sealed import plain_name
from motifcnn.tensor.spark.distinct_links import distinct_links
from motifcnn.tensor.spark.link_columns import WHOLE_NUMBERS, link_columns, require_ids
from motifcnn.tensor.spark.numbering import number_ids
from motifcnn.tensor.spark.stages import Stages
from motifcnn.tensor.spark.tables import LinkTables

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


def mapped_links(
    tables: LinkTables, stages: Stages
) -> tuple[dict[tuple[str, str, str], DataFrame], dict[str, int]]:
    """The links of each relation as row numbers, each once, and the nodes of each type."""
    schema = tables.schema
    raw = {
        relation.key: require_ids(link_columns(stages.spark, relation, table), table)
        for relation, table in zip(schema.relations, tables.tables, strict=True)
    }
    mapping, counts = {}, {}
    for number, node_type in enumerate(schema.node_types):
        mapping[node_type], counts[node_type] = _mapped(raw, node_type, number, stages)

    def links(relation: Relation) -> DataFrame:
        frame = raw[relation.key]
        for end, node_type in (("source", relation.source), ("target", relation.target)):
            rows = mapping[node_type].withColumnRenamed("id", end)
            frame = frame.join(rows, end).drop(end).withColumnRenamed("row", end)
        return distinct_links(frame, directed=relation.directed)

    return {
        relation.key: stages.table(
            f"links-{plain_name(number, '-'.join(relation.key))}",
            "source long, target long",
            lambda relation=relation: links(relation),  # type: ignore[misc]
        )
        for number, relation in enumerate(schema.relations)
    }, counts


def _mapped(
    raw: dict[tuple[str, str, str], DataFrame], node_type: str, number: int, stages: Stages
) -> tuple[DataFrame, int]:
    """(id, row) of all ids of a type that links mention, and their number."""
    from pyspark.sql import functions as F

    ends = [
        frame.select(F.col(end).alias("id"))
        for (source, _, target), frame in raw.items()
        for end, there in (("source", source), ("target", target))
        if there == node_type
    ]
    kind = _common_kind([frame.dtypes[0][1] for frame in ends], node_type)

    def ids() -> DataFrame:
        found = stages.spark.range(0).select(F.col("id").cast(kind))
        for frame in ends:
            found = found.unionByName(frame.select(F.col("id").cast(kind)))
        return found

    return number_ids(ids, kind, plain_name(number, node_type), stages)


def _common_kind(kinds: list[str], node_type: str) -> str:
    if not kinds or all(kind in WHOLE_NUMBERS for kind in kinds):
        return "bigint"
    if all(kind == "string" for kind in kinds):
        return "string"
    raise GraphError(
        f"ids of type {node_type} are {', '.join(sorted(set(kinds)))}; expected texts everywhere, "
        "or whole numbers everywhere. Cast the columns of the links"
    )
