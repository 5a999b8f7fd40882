"""Heads of tables have their names and first rows."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import parquet

from motifcnn.tensor.spark.heads import write_heads


def test_a_mapping_finds_the_beginning_of_each_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("motifcnn.tensor.spark.heads.TEXT_BYTES", 8)
    monkeypatch.setattr("motifcnn.tensor.spark.heads.PARQUET_ROWS", 2)
    folder = tmp_path / "tables"
    (folder / "buys").mkdir(parents=True)
    (folder / "users.csv").write_text("id\n1\n2\n3\n")
    parquet.write_table(pa.table({"who": [1, 2, 3]}), folder / "buys" / "part-0.parquet")
    heads = write_heads(folder, tmp_path / "heads")
    assert (heads / "users.csv").read_text() == "id\n1\n2\n"
    assert parquet.read_table(heads / "buys.parquet").to_pydict() == {"who": [1, 2]}
