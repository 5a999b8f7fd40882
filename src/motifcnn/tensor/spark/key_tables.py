"""Key tables: the columns of one table that name nodes, and what is wrong with them, counted."""

from __future__ import annotations

from collections.abc import Mapping as MappingOf
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from motifcnn.graph.tables.check import mapping_problems
from motifcnn.graph.tables.links import both_ends
from motifcnn.graph.tables.mapping import Mapping
from motifcnn.graph.tables.problems import TableProblem, refuse
from motifcnn.readable import plural
from motifcnn.sealed import plain_name
from motifcnn.tensor.spark.key_columns import WHOLE_FLOAT, is_missing_text, key_text
from motifcnn.tensor.spark.stages import Stages
from motifcnn.tensor.spark.table_files import MALFORMED, TableFile, open_table

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


@dataclass(frozen=True, eq=False)
class KeyTable:
    """A table by its keys.

    Parameters
    ----------
    name, file : str
    key : str or None
        The column with a key of its own in every row, of a node table.
    frame : DataFrame
        A column of texts per key column of the table; "" is no key.
    about : dict
        rows, malformed, empty and repeated.
    """

    name: str
    file: str
    key: str | None
    frame: DataFrame
    about: dict[str, Any]

    def keys(self, column: str) -> DataFrame:
        """The keys in a column as `id`, a row each."""
        return self.frame.select(_named(column).alias("id")).where("id <> ''")

    def pairs(self, source: str, target: str) -> DataFrame:
        """(source, target) of the rows that have both."""
        found = self.frame.select(_named(source).alias("source"), _named(target).alias("target"))
        return found.where("source <> '' and target <> ''")

    def report(self) -> dict[str, Any]:
        """What the report of an import says of the table."""
        return {"table": self.name, "file": self.file} | self.about

    def problems(self) -> list[TableProblem]:
        """What an import refuses whatever it does with unknown keys."""
        found = []
        if lines := self.about["malformed"]:
            message = f"{plural(lines, 'line')} with another number of cells than the header"
            found.append(
                TableProblem(self.file, message, "repair them, or write the table as Parquet")
            )
        if rows := self.about["empty"]:
            message = f"the key is empty ({plural(rows, 'row')})"
            remedy = "give each row a key, or delete it"
            found.append(TableProblem(self.file, message, remedy, column=self.key))
        if rows := self.about["repeated"]:
            message = f"keys are used before ({plural(rows, 'row')})"
            remedy = "keep one row per key, or name another key in the mapping"
            found.append(TableProblem(self.file, message, remedy, column=self.key))
        return found


def open_key_table(mapping: Mapping, file: TableFile, number: int, stages: Stages) -> KeyTable:
    """A table of the mapping; one pass over it counts its problems."""
    how = mapping.tables[file.name]
    raw = open_table(stages.spark, file, how)
    ends = [end.column for r in mapping.relations for end in both_ends(r) if end.table == file.name]
    columns = [c for c in dict.fromkeys([how.key if how.type else None, *ends]) if c is not None]
    key = how.key if how.type else None
    known = [name for name in raw.columns if name != MALFORMED]
    refuse(
        [
            TableProblem(file.path.name, f"no column {c!r}", f"known: {', '.join(known)}", column=c)
            for c in columns
            if c not in known
        ]
    )
    about = stages.values(
        f"profile-{plain_name(number, file.name)}", lambda: _profile(raw, columns, key, file)
    )
    texts = [
        key_text(raw, c, file.path.name, whole_floats=about["whole_floats"][c]).alias(c)
        for c in columns
    ]
    shown = {name: about[name] for name in ("rows", "malformed", "empty", "repeated")}
    return KeyTable(file.name, file.path.name, key, raw.select(*texts), shown)


def _profile(
    raw: DataFrame, columns: list[str], key: str | None, file: TableFile
) -> dict[str, Any]:
    from pyspark.sql import functions as F

    text = {c: key_text(raw, c, file.path.name) for c in columns}
    filled = {c: ~is_missing_text(text[c]) for c in columns}
    asked = [F.count("*").alias("rows")]
    if MALFORMED in raw.columns:
        asked.append(F.count(F.when(F.col(MALFORMED).isNotNull(), 1)).alias("malformed"))
    for at, column in enumerate(columns):
        whole = F.when(filled[column], text[column].rlike(WHOLE_FLOAT).cast("int"))
        asked.append(F.min(whole).alias(f"whole-{at}"))
    if key is not None:
        asked.append(F.count(F.when(text[key] == "", 1)).alias("empty"))
    row = raw.agg(*asked).first()
    assert row is not None
    found = row.asDict()
    whole_floats = {c: found.pop(f"whole-{at}") == 1 for at, c in enumerate(columns)}
    repeated = 0
    if key is not None:
        final = key_text(raw, key, file.path.name, whole_floats=whole_floats[key])
        distinct = raw.select(final.alias("id")).where("id <> ''").distinct().count()
        repeated = found["rows"] - found["empty"] - distinct
    plain = {"malformed": 0, "empty": 0} | found
    return plain | {"repeated": repeated, "whole_floats": whole_floats}


def require_fitting(
    mapping: Mapping, files: MappingOf[str, TableFile], folder: Path
) -> list[TableProblem]:
    """What of the mapping the tables do not have, or Spark does not do."""
    where = str(folder)
    problems = [
        TableProblem(
            where, f"no CSV or Parquet table {name!r}", f"found: {', '.join(files) or 'none'}"
        )
        for name in mapping.tables
        if name not in files
    ]
    refuse(problems)
    problems = mapping_problems(mapping, {}, partial=True)
    rows = "the rows of a table have no order in Spark; name a column with keys in the mapping"
    for name, part in mapping.tables.items():
        if part.type is not None and part.key is None:
            problems.append(
                TableProblem(files[name].path.name, f"type {part.type} has no key", rows)
            )
    for relation in mapping.relations:
        if relation.table in files and None in (relation.source, relation.target):
            message = f"relation {relation.name} has an end without a column"
            problems.append(TableProblem(files[relation.table].path.name, message, rows))
    return problems


def _named(column: str) -> Any:
    from pyspark.sql import functions as F

    return F.col(f"`{column.replace('`', '``')}`")
