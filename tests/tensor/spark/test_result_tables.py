"""Tables of a result hold integers inside the tensor."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet

from motifcnn.errors import StoreError
from motifcnn.tensor.spark.result_tables import read_integers, require_rows


def write(folder: Path, table: dict[str, Any]) -> Path:
    folder.mkdir(exist_ok=True)
    parquet.write_table(pa.table(table), folder / "part.parquet", compression="zstd")
    return folder


def test_columns_come_back_as_int64_and_by_target(tmp_path: Path) -> None:
    folder = write(tmp_path / "t", {"target": pa.array([3, 1], pa.int32()), "count": [5, 6]})
    found = read_integers(folder, ("target", "count"))
    assert [values.tolist() for values in found] == [[3, 1], [5, 6]]
    assert found[0].dtype == np.int64
    assert read_integers(tmp_path / "none", ("count",))[0].tolist() == []


@pytest.mark.parametrize(
    "table", [{"count": [1.5]}, {"count": ["x"]}, {"count": [1, None]}, {"other": [1]}], ids=str
)
def test_other_columns_are_refused(tmp_path: Path, table: dict[str, Any]) -> None:
    with pytest.raises(StoreError, match="count again"):
        read_integers(write(tmp_path / "t", table), ("count",))


def test_damage_links_out_and_bombs_are_refused(tmp_path: Path) -> None:
    folder = write(tmp_path / "t", {"count": np.zeros(30_000_000, np.int64)})
    with pytest.raises(StoreError, match=r"tables of 240\.0 MB in files of"):
        read_integers(folder, ("count",))
    (folder / "part.parquet").write_bytes(b"PAR1")
    with pytest.raises(StoreError, match="not its tables"):
        read_integers(folder, ("count",))
    write(tmp_path / "elsewhere", {"count": [1]})
    (folder / "part.parquet").unlink()
    (folder / "part.parquet").symlink_to(tmp_path / "elsewhere" / "part.parquet")
    with pytest.raises(StoreError, match="leads out of the folder"):
        read_integers(folder, ("count",))


def test_rows_are_inside() -> None:
    require_rows(np.array([0, 2]), 3, "here")
    for rows in ([3], [-1]):
        with pytest.raises(StoreError, match="expected 0 to 2"):
            require_rows(np.array(rows), 3, "here")
