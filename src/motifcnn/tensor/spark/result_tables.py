"""The tables of a result: folders of Parquet with integers, checked as they are read."""

from __future__ import annotations

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


def parquet_files(path: Path) -> list[Any]:
    """The tables of a folder, opened but not read."""
    import pyarrow as pa
    from pyarrow import dataset

    files = sorted(file for file in path.glob("*.parquet") if file.is_file())
    for file in files:
        if not file.resolve().is_relative_to(path.resolve()):
            raise StoreError(f"{file}: it leads out of the folder; refused")
    try:
        return [dataset.dataset(file, format="parquet") for file in files]
    except (pa.ArrowException, OSError) as error:
        raise StoreError(f"{path}: not Parquet ({clipped(str(error))}); count again") from error


def read_integers(
    path: Path, columns: tuple[str, ...], targets: npt.NDArray[np.int64] | None = None
) -> list[npt.NDArray[np.int64]]:
    """Columns of a table as int64; of some targets only, if given, which are increasing."""
    import pyarrow as pa
    from pyarrow import dataset

    chosen = None
    if targets is not None:
        if not len(targets):
            return [np.empty(0, np.int64) for _ in columns]
        field = dataset.field("target")
        chosen = field.isin(pa.array(targets))
        # Row groups are skipped by their smallest and largest target.
        chosen &= (field >= int(targets[0])) & (field <= int(targets[-1]))
    files = parquet_files(path)
    try:
        if chosen is None:
            _require_room(path, files, len(columns))
        tables = [file.to_table(columns=list(columns), filter=chosen) for file in files]
        if not tables:
            return [np.empty(0, np.int64) for _ in columns]
        table = pa.concat_tables(tables)
    except (pa.ArrowException, OSError, ValueError, KeyError) as error:
        raise StoreError(f"{path}: not its tables ({clipped(str(error))}); count again") from error
    for name in columns:
        if not pa.types.is_integer(table.column(name).type) or table.column(name).null_count:
            raise StoreError(
                f"{path}: column {name!r} is {table.column(name).type} with "
                f"{table.column(name).null_count} gaps, expected integers; count again"
            )
    return [table.column(name).to_numpy().astype(np.int64, copy=False) for name in columns]


def _require_room(path: Path, files: list[Any], columns: int) -> None:
    """Raises a `StoreError` if the tables declare far more rows than their files justify."""
    declared = 8 * columns * sum(file.count_rows() for file in files)
    packed = sum(Path(name).stat().st_size for file in files for name in file.files)
    if declared > unpacked_limit(packed):
        raise StoreError(
            f"{path}: tables of {readable_size(declared)} in files of {readable_size(packed)}; "
            "refused. Count again"
        )
