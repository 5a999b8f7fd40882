"""Parquet tables of a sealed folder, read without pandas."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from motifcnn.errors import GraphError
from motifcnn.graph.io.parquet_bytes import table_of
from motifcnn.readable import clipped
from motifcnn.sealed import SealedFolder, write


def write_table(columns: Mapping[str, Any], path: Path) -> None:
    """Writes named arrays of one length as a Parquet file."""
    import pyarrow as pa
    from pyarrow import parquet

    table = pa.table(dict(columns))
    write(path, lambda file: parquet.write_table(table, file, compression="zstd"))


def read_table(folder: SealedFolder, file: str, columns: tuple[str, ...] = ()) -> Any:
    """The pyarrow table of a file; a `GraphError` where it is none or lacks a column."""
    table = table_of(folder.read(file), f"{folder.path / file}")
    if len(set(table.column_names)) < len(table.column_names):
        raise GraphError(f"{folder.path / file}: a column name appears twice")
    for column in columns:
        if column not in table.column_names:
            raise GraphError(
                f"{folder.path / file}: column {column!r} is missing, "
                f"found {clipped(', '.join(table.column_names))}"
            )
    return table
