"""The tables of a result: folders of Parquet with integers, checked as they are read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from motifcnn.errors import StoreError
from motifcnn.readable import clipped, readable_size
from motifcnn.sealed.limits import unpacked_limit


def require_rows(rows: npt.NDArray[np.int64], size: int, where: str) -> None:
    """Raises a `StoreError` unless all rows are 0 to `size` - 1."""
    if len(rows) and not 0 <= rows.min() <= rows.max() < size:
        raise StoreError(
            f"{where} has {rows.min()} to {rows.max()}, expected 0 to {size - 1}; count again"
        )


def parquet_files(path: Path) -> list[Path]:
    """The files of a table; a `StoreError` if one leads out of its folder."""
    try:
        files = sorted(file for file in path.glob("*.parquet") if file.is_file())
    except (OSError, ValueError) as error:  # a name that no file can have
        raise StoreError(f"{clipped(str(path))}: cannot be read; count again") from error
    for file in files:
        if not file.resolve().is_relative_to(path.resolve()):
            raise StoreError(f"{file}: it leads out of the folder; refused")
    return files


@contextmanager
def refused_by_name(path: Path) -> Iterator[None]:
    """Errors of pyarrow about damaged tables become a `StoreError` that names their folder."""
    import pyarrow as pa

    try:
        yield
    except (pa.ArrowException, OSError, ValueError, KeyError) as error:
        raise StoreError(f"{path}: not its tables ({clipped(str(error))}); count again") from error


def integers(table: Any, columns: tuple[str, ...], path: Path) -> list[npt.NDArray[np.int64]]:
    """Columns of a pyarrow table as int64; a `StoreError` if one holds anything else."""
    import pyarrow as pa

    for name in columns:
        if not pa.types.is_integer(table.column(name).type) or table.column(name).null_count:
            raise StoreError(
                f"{path}: column {name!r} is {table.column(name).type} with "
                f"{table.column(name).null_count} gaps, expected integers; count again"
            )
    return [table.column(name).to_numpy().astype(np.int64, copy=False) for name in columns]


def read_integers(path: Path, columns: tuple[str, ...]) -> list[npt.NDArray[np.int64]]:
    """Columns of a whole table as int64."""
    import pyarrow as pa
    from pyarrow import parquet

    files = parquet_files(path)
    if not files:
        return [np.empty(0, np.int64) for _ in columns]
    with refused_by_name(path):
        _require_room(path, files, len(columns))
        table = pa.concat_tables(parquet.read_table(file, columns=list(columns)) for file in files)
        return integers(table, columns, path)


def _require_room(path: Path, files: list[Path], columns: int) -> None:
    """Raises a `StoreError` if the tables declare far more rows than their files justify."""
    from pyarrow import parquet

    declared = 8 * columns * sum(parquet.read_metadata(file).num_rows for file in files)
    packed = sum(file.stat().st_size for file in files)
    if declared > unpacked_limit(packed):
        raise StoreError(
            f"{path}: tables of {readable_size(declared)} in files of {readable_size(packed)}; "
            "refused. Count again"
        )
