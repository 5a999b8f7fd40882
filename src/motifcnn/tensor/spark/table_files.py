"""Table files: the CSV and Parquet tables of a folder as DataFrames, none of them in memory.

A table is a file, or a folder of part files. How a text file is written (delimiter, encoding,
header) is found in its first lines, unless the mapping says it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from motifcnn.graph.io.delimited import records
from motifcnn.graph.tables.delimited_table import read_delimited_table
from motifcnn.graph.tables.encoding import decode
from motifcnn.graph.tables.files import MAPPING_FILE, TEXTS, table_name
from motifcnn.graph.tables.mapping import TableMapping
from motifcnn.graph.tables.problems import TableError, TableProblem

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

HEAD_BYTES = 1 << 20
HEAD_ROWS = 1_000
CHARSETS = {"utf-8": "utf-8", "utf-8-sig": "utf-8", "ascii": "us-ascii", "latin-1": "iso-8859-1"}
MALFORMED = "_malformed"  # the line, where its number of cells is not that of the header


@dataclass(frozen=True)
class TableFile:
    """Where a table is.

    Parameters
    ----------
    name : str
    path : Path
        A file, or a folder of part files.
    parts : tuple of Path
        The files themselves.
    text : bool
        Whether they are delimited text, else Parquet.
    """

    name: str
    path: Path
    parts: tuple[Path, ...]
    text: bool


def table_files(folder: Path) -> dict[str, TableFile]:
    """The tables of a folder by name; what is neither text nor Parquet is left out.

    Examples
    --------
    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "movies.csv").write_text("id,year")
    >>> table_files(folder)["movies"].text
    True
    """
    if not folder.is_dir():
        raise TableError([TableProblem(str(folder), "no such folder", "name a folder with tables")])
    return {found.name: found for found in _found(folder)}


def _found(folder: Path) -> Iterator[TableFile]:
    for path in sorted(folder.iterdir()):
        if path.name.startswith((".", "_", "~$")) or path.name == MAPPING_FILE:
            continue
        parts = sorted(path.iterdir()) if path.is_dir() else [path]
        parts = [part for part in parts if not part.name.startswith((".", "_"))]
        forms = {Path(part.name.lower().removesuffix(".gz")).suffix for part in parts}
        if len(forms) == 1 and forms <= {*TEXTS, ".parquet"}:
            yield TableFile(table_name(path), path, tuple(parts), forms != {".parquet"})


def open_table(spark: SparkSession, table: TableFile, how: TableMapping) -> DataFrame:
    """A table as a DataFrame; cells of text are texts, and `_malformed` tells broken lines.

    Raises
    ------
    TableError
        Where the first lines are not those of a table, or Spark cannot read their form.
    """
    if not table.text:
        return spark.read.parquet(str(table.path))
    head = first_lines(table, HEAD_BYTES)
    file = table.path.name
    raw = read_delimited_table(
        table.name,
        file,
        head,
        encoding=how.encoding,
        delimiter=how.delimiter,
        header=how.header,
    )
    text, encoding = decode(file, head, how.encoding)
    assert raw.source is not None
    delimiter = raw.source.delimiter
    rows = list(islice(records(raw.source.text, delimiter, raw.source.quoted), HEAD_ROWS))
    width = {len(cells) for _, cells in rows} or {len(raw.columns)}
    if width != {len(raw.columns)}:
        message = "a column has neither a name nor a value"
        raise TableError(
            [TableProblem(file, message, "remove the column, or name it in the header")]
        )
    if encoding not in CHARSETS or (delimiter == "\t" and "\t" not in text):
        what = f"encoding {encoding}" if encoding not in CHARSETS else "columns between spaces"
        remedy = "write the table as UTF-8 with a delimiter, or as Parquet"
        raise TableError([TableProblem(file, f"{what}, which Spark does not read", remedy)])
    quoted = "\n" in "".join(cell for _, cells in rows for cell in cells)
    fields = [f"`{_escaped(name)}` string" for name in (*raw.columns, MALFORMED)]
    return (
        spark.read.schema(", ".join(fields))
        .option("header", str(raw.header).lower())
        .option("sep", delimiter)
        .option("encoding", CHARSETS[encoding])
        .option("quote", '"' if raw.source.quoted else "")
        .option("escape", '"')
        .option("comment", "#" if text.startswith("#") else "")
        .option("multiLine", str(quoted).lower())
        .option("columnNameOfCorruptRecord", MALFORMED)
        # Only whole lines show whether they have the cells of the header.
        .option("columnPruning", "false")
        .csv(str(table.path))
    )


def first_lines(table: TableFile, size: int) -> bytes:
    """Whole lines from the beginning of a text table, about `size` bytes."""
    import gzip

    part = table.parts[0]
    with gzip.open(part) if part.name.lower().endswith(".gz") else part.open("rb") as file:
        head = file.read(size)
        return head if len(head) < size else head[: head.rfind(b"\n") + 1]


def _escaped(name: str) -> str:
    return name.replace("`", "``")
