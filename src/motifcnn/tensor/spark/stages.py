"""Stages: what is finished stays in the folder, and a restart goes on from there.

A stage is a table, or a few values, with a note in `stages/` that is written last. A table without
a note is a leftover of a failure and is written again.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from motifcnn.errors import StoreError
from motifcnn.sealed import new_file, read_regular, write_text
from motifcnn.sealed.limits import MAX_DOCUMENT
from motifcnn.tensor.spark.counters import Counters, counting
from motifcnn.tensor.spark.row_groups import GROUP_BYTES

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

NOTES, TABLES, COUNTERS = "stages", "tables", "perf_counters.json"


@dataclass(frozen=True, eq=False)
class Stages:
    """The finished work in a folder.

    Parameters
    ----------
    spark : SparkSession
    folder : Path
        One that every worker sees under the same path.
    done : list of dict
        Counters of the stages that were asked for, in that order; `reused` tells which of them
        were finished before.
    """

    spark: SparkSession
    folder: Path
    done: list[dict[str, Any]] = field(default_factory=list)

    def table(
        self,
        name: str,
        columns: str,
        make: Callable[[], DataFrame],
        *,
        by: str | None = None,
        place: Path | None = None,
    ) -> DataFrame:
        """The table of a finished stage; `make()`, written as Parquet, if there is none.

        Parameters
        ----------
        name : str
        columns : str
            Names and types as in SQL, such as ``"target long, node long"``.
        make : function
        by : str, optional
            A column that becomes one folder per value.
        place : Path, optional
            The folder of the table, ``tables/<name>`` unless given.
        """
        target = self.folder / TABLES / name if place is None else place

        def write() -> dict[str, Any]:
            writer = make().write.mode("overwrite").option("parquet.block.size", GROUP_BYTES)
            (writer if by is None else writer.partitionBy(by)).parquet(str(target))
            return {}

        self.values(name, write)
        target.mkdir(parents=True, exist_ok=True)
        return self.spark.read.schema(columns).parquet(str(target))

    def values(self, name: str, make: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """The values of a finished stage; `make()`, written as JSON, if there are none."""
        note = self.folder / NOTES / f"{name}.json"
        if note.is_file():
            about = _read(note)
            self.done.append(about["counters"] | {"stage": name, "reused": True})
            return dict(about["values"])
        with counting(self.spark, name) as counters:
            values = make()
        found = counters.as_dict()
        with new_file(note) as work:
            write_text(work, json.dumps({"counters": found, "values": values}) + "\n")
        self.done.append(found | {"stage": name, "reused": False})
        return values

    def write_counters(self) -> None:
        """Writes what each stage took, and all of them together, to `perf_counters.json`."""
        total = {name: sum(s[name] for s in self.done) for name in Counters().as_dict()}
        with new_file(self.folder / COUNTERS) as work:
            write_text(work, json.dumps({"total": total, "stages": self.done}, indent=1) + "\n")


def _read(note: Path) -> dict[str, Any]:
    from motifcnn.sealed.document import parse_document
    from motifcnn.tensor.spark.documents import NoteDocument

    try:
        content = read_regular(note, limit=MAX_DOCUMENT, within=note.parent)
        return dict(parse_document(content, NoteDocument, str(note)))
    except StoreError as error:
        raise StoreError(
            f"{error}; it is not the note of a stage. Remove it, and the stage runs again"
        ) from error
