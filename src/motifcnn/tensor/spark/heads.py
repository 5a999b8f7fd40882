"""Heads: the beginning of every table, from which the import of this machine finds a mapping."""

from __future__ import annotations

from pathlib import Path

from motifcnn.tensor.spark.table_files import TableFile, first_lines, table_files

TEXT_BYTES = 16 << 20  # of a text table; a smaller one is taken whole
PARQUET_ROWS = 200_000


def write_heads(folder: Path, into: Path) -> Path:
    """Writes the head of every table of a folder into another one, and returns that.

    Its tables have the names of the originals, so that a mapping found there fits here. Keys that
    only later rows have are not seen.

    Parameters
    ----------
    folder, into : Path
        The second must not exist.

    Examples
    --------
    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "movies.csv").write_text("id,year")
    >>> [file.name for file in write_heads(folder, folder / "heads").iterdir()]
    ['movies.csv']
    """
    tables = table_files(folder)
    into.mkdir(parents=True)
    for table in tables.values():
        if table.text:
            suffix = Path(table.parts[0].name.removesuffix(".gz")).suffix
            (into / f"{table.name}{suffix}").write_bytes(first_lines(table, TEXT_BYTES))
        else:
            _parquet_head(table, into / f"{table.name}.parquet")
    return into


def _parquet_head(table: TableFile, file: Path) -> None:
    from pyarrow import parquet

    with parquet.ParquetFile(table.parts[0]) as opened:
        batch = next(opened.iter_batches(PARQUET_ROWS), None)
        with parquet.ParquetWriter(file, opened.schema_arrow) as writer:
            if batch is not None:
                writer.write_batch(batch)
