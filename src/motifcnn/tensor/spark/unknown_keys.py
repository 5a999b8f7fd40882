"""Unknown keys: ends of links that name a node which the table of its type does not have."""

from __future__ import annotations

from collections.abc import Mapping as MappingOf
from dataclasses import dataclass
from typing import TYPE_CHECKING

from motifcnn.graph.tables.problems import TableProblem
from motifcnn.readable import plural
from motifcnn.sealed import plain_name
from motifcnn.tensor.spark.key_columns import is_missing_text
from motifcnn.tensor.spark.key_tables import KeyTable
from motifcnn.tensor.spark.stages import Stages

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

EXAMPLES = 3


@dataclass(frozen=True)
class UnknownKeys:
    """Keys of one column.

    Parameters
    ----------
    table, column, node_type : str
    rows, keys : int
        Rows with such a key, and distinct keys.
    examples : tuple of str
        The first in increasing order.
    with_table : bool
        Whether the type has a table; without one, links alone name its nodes and all is well.
    """

    table: str
    column: str
    node_type: str
    rows: int
    keys: int
    examples: tuple[str, ...]
    with_table: bool

    def problem(self, tables: MappingOf[str, KeyTable]) -> TableProblem:
        """What an import with ``unknown = "error"`` says."""
        shown = ", ".join(map(repr, self.examples)) + (", ..." if self.keys > EXAMPLES else "")
        message = (
            f"{plural(self.rows, 'row')} with {plural(self.keys, 'key')} that no row of type "
            f"{self.node_type} has: {shown}"
        )
        remedy = 'add the rows, or choose unknown = "drop" (leave out the links) or "add"'
        file = tables[self.table].file
        return TableProblem(file, message, remedy, column=self.column, value=self.examples[0])

    def frame(self, tables: MappingOf[str, KeyTable], known: DataFrame | None) -> DataFrame:
        """The keys themselves, as `id`."""
        return _unknown(tables[self.table].keys(self.column), known).select("id")


def find_unknown(
    table: str,
    column: str,
    node_type: str,
    keys: DataFrame,
    known: DataFrame | None,
    stages: Stages,
    number: int,
) -> UnknownKeys:
    """Counts the keys of a column that are not among the known ones, kept as a stage."""
    from pyspark.sql import functions as F

    def count() -> dict[str, object]:
        found = _unknown(keys, known)
        row = found.agg(F.sum("rows"), F.count("*")).first()
        shown = [r[0] for r in found.orderBy("id").limit(EXAMPLES).collect()]
        assert row is not None
        return {"rows": row[0] or 0, "keys": row[1], "examples": shown}

    about = stages.values(f"unknown-{plain_name(number, f'{table}-{column}')}", count)
    return UnknownKeys(
        table,
        column,
        node_type,
        int(about["rows"]),
        int(about["keys"]),
        tuple(about["examples"]),
        known is not None,
    )


def _unknown(keys: DataFrame, known: DataFrame | None) -> DataFrame:
    """(id, rows) of keys that nobody has; texts for "missing" such as NA are none."""
    from pyspark.sql import functions as F

    found = keys.groupBy("id").agg(F.count("*").alias("rows"))
    found = found if known is None else found.join(known, "id", "left_anti")
    return found.where(~is_missing_text(F.col("id")))
