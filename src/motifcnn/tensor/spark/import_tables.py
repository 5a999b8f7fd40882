"""Import on Spark: tables past memory become links of row numbers, by the mapping of an import.

The result is that of the import of this machine: the same nodes in the same order, the same links,
the same rows refused, dropped or added. Inputs and labels stay in the tables.
"""

from __future__ import annotations

import shutil
from dataclasses import asdict, dataclass, field
from functools import cached_property, reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any

from motifcnn.graph.schema import Schema
from motifcnn.graph.schema_json import schema_to_json
from motifcnn.graph.tables.files import MAPPING_FILE
from motifcnn.graph.tables.links import both_ends
from motifcnn.graph.tables.mapping import Mapping, RelationMapping
from motifcnn.graph.tables.problems import TableError, TableProblem, refuse
from motifcnn.graph.tables.toml import read_mapping
from motifcnn.sealed import explained, locked, make_folder, plain_name
from motifcnn.tensor.spark.claim import as_folder, claim, file_list
from motifcnn.tensor.spark.distinct_links import distinct_links
from motifcnn.tensor.spark.key_columns import is_whole_number
from motifcnn.tensor.spark.key_tables import KeyTable, open_key_table, require_fitting
from motifcnn.tensor.spark.numbering import number_ids
from motifcnn.tensor.spark.result import write_json
from motifcnn.tensor.spark.session import open_session
from motifcnn.tensor.spark.stages import TABLES, Stages
from motifcnn.tensor.spark.table_files import table_files
from motifcnn.tensor.spark.tables import LINKS
from motifcnn.tensor.spark.unknown_keys import UnknownKeys, find_unknown

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

REPORT = "import.json"


@dataclass(frozen=True)
class SparkImport:
    """What an import on Spark wrote.

    Parameters
    ----------
    folder : Path
        With `links.json`; `count_on_spark` takes it.
    counts : mapping of node type to int
    links : mapping of relation's name to int
        Distinct links.
    tables : tuple of dict
        Per table: rows, malformed lines, rows without a key, rows whose key is used before.
    unknown : tuple of UnknownKeys
        Per end of links with keys that the table of their type does not have.
    """

    folder: Path
    counts: dict[str, int]
    links: dict[str, int]
    tables: tuple[dict[str, Any], ...]
    unknown: tuple[UnknownKeys, ...]


def import_on_spark(
    folder: str | Path,
    out: str | Path,
    mapping: Mapping | str | Path | None = None,
    *,
    unknown: str | None = None,
    spark: SparkSession | None = None,
    master: str | None = None,
    overwrite: bool = False,
) -> SparkImport:
    """Reads node and link tables with Spark and writes links that `count_on_spark` takes.

    Parameters
    ----------
    folder : folder
        CSV or Parquet tables, each a file or a folder of part files.
    out : folder
        A path that every worker sees. The same call after a failure goes on from finished stages.
    mapping : Mapping, or path of a `motifcnn.toml`, optional
        The `motifcnn.toml` in the folder unless given.
    unknown : {"error", "drop", "add"}, optional
        As in `read_tables`; what the mapping says unless given.
    spark, master, overwrite
        As in `count_on_spark`.

    Raises
    ------
    TableError
        With all problems: names that the tables do not have, malformed lines, keys that repeat or
        are missing, unknown keys. `out` is then removed.

    Examples
    --------
    ::

        found = import_on_spark("tables", "links", unknown="drop", master="spark://host:7077")
        count_on_spark(found.folder, "(t:user)--(c:movie)", out="tensor", master=...)
    """
    source, place = Path(folder).resolve(), as_folder(out).resolve()
    if not isinstance(mapping, Mapping):
        mapping = read_mapping(Path(mapping or source / MAPPING_FILE))
    if unknown is not None:
        mapping = Mapping.model_validate(mapping.model_dump() | {"unknown": unknown})
    given = {
        "source": str(source),
        "fingerprint": file_list(source),
        "mapping": mapping.model_dump(mode="json"),
    }
    with explained(place):
        make_folder(place.parent)
    with locked(place):
        claim(place, given, overwrite=overwrite, what="import")
        try:
            with open_session(spark, master) as session:
                stages = Stages(session, place)
                try:
                    return _Work(mapping, source, stages).write()
                finally:
                    stages.write_counters()
        except TableError:
            shutil.rmtree(place)  # it holds nothing but what led to the problems
            raise


@dataclass
class _Work:
    mapping: Mapping
    folder: Path
    stages: Stages
    unknown: list[UnknownKeys] = field(default_factory=list)

    def write(self) -> SparkImport:
        """All stages; the description of the links is written last."""
        problems = [p for table in self.tables.values() for p in table.problems()]
        self._find_unknown()
        if self.mapping.unknown == "error":
            problems += [found.problem(self.tables) for found in self.unknown if found.with_table]
        refuse(problems)
        types = self.mapping.node_types()
        numbered = {t: self._numbered(number, t) for number, t in enumerate(types)}
        counts = {t: numbered[t][1] for t in types}
        rows = {t: numbered[t][0] for t in types}
        if not any(counts.values()):
            raise TableError(
                [TableProblem(str(self.folder), "no table has a node", "fill the tables")]
            )
        entries, links = [], {}
        for number, relation in enumerate(self.mapping.relations):
            name = f"links-{plain_name(number, relation.name)}"
            made = self.stages.table(
                name,
                "source long, target long",
                lambda relation=relation: self._links(relation, rows),  # type: ignore[misc]
            )
            links[relation.name] = made.count()
            entries.append({"path": f"{TABLES}/{name}", "distinct": True})
        schema = Schema(types, tuple(r.relation for r in self.mapping.relations))
        folder = self.stages.folder
        tables = tuple(table.report() for table in self.tables.values())
        found = SparkImport(folder, counts, links, tables, tuple(self.unknown))
        write_json(folder / REPORT, asdict(found) | {"folder": str(folder)})
        write_json(
            folder / LINKS, {"schema": schema_to_json(schema), "counts": counts, "links": entries}
        )
        return found

    @cached_property
    def tables(self) -> dict[str, KeyTable]:
        files = table_files(self.folder)
        refuse(require_fitting(self.mapping, files, self.folder))
        return {
            name: open_key_table(self.mapping, files[name], number, self.stages)
            for number, name in enumerate(self.mapping.tables)
        }

    def _known(self, node_type: str) -> DataFrame | None:
        """The keys in the table of a type, as texts; None for a type without one."""
        name = self.mapping.table_of(node_type)
        if name is None:
            return None
        return self.tables[name].keys(str(self.mapping.tables[name].key)).distinct()

    def _find_unknown(self) -> None:
        seen = set()
        for relation in self.mapping.relations:
            for end in both_ends(relation):
                place = (end.table, str(end.column), end.node_type)
                if place in seen or end.column == self.mapping.tables[end.table].key:
                    continue
                seen.add(place)
                keys, known = self.tables[end.table].keys(place[1]), self._known(end.node_type)
                found = find_unknown(*place, keys, known, self.stages, len(seen))
                if found.keys:
                    self.unknown.append(found)

    def _numbered(self, number: int, node_type: str) -> tuple[DataFrame, int]:
        """(id, row) of a type, and the number of its nodes; ids are texts here, to join by."""
        from pyspark.sql import functions as F

        known = self._known(node_type)
        parts = [] if known is None else [known]
        for found in self.unknown:
            added = not found.with_table or self.mapping.unknown == "add"
            if found.node_type == node_type and added:
                parts.append(found.frame(self.tables, known))
        texts = reduce(lambda a, b: a.union(b), parts, self._no_keys())
        name = plain_name(number, node_type)

        def kind() -> dict[str, bool]:
            row = texts.agg(F.min(is_whole_number(F.col("id")).cast("int"))).first()
            return {"whole": row is None or row[0] != 0}

        stored = "bigint" if self.stages.values(f"kind-{name}", kind)["whole"] else "string"
        ids = texts.select(F.col("id").cast(stored).alias("id"))
        mapping, count = number_ids(lambda: ids, stored, name, self.stages)
        return mapping.select(F.col("id").cast("string").alias("id"), "row"), count

    def _no_keys(self) -> DataFrame:
        from pyspark.sql import functions as F

        return self.stages.spark.range(0).select(F.col("id").cast("string"))

    def _links(self, relation: RelationMapping, rows: dict[str, DataFrame]) -> DataFrame:
        frame = self.tables[relation.table].pairs(str(relation.source), str(relation.target))
        for end, node_type in (
            ("source", relation.source_type),
            ("target", relation.target_type),
        ):
            frame = frame.join(rows[node_type].withColumnRenamed("id", end), end)
            frame = frame.drop(end).withColumnRenamed("row", end)
        return distinct_links(frame, directed=relation.directed)
