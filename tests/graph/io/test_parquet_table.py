from __future__ import annotations

from pathlib import Path

import pytest

from motifcnn.errors import GraphError
from motifcnn.graph.io.parquet_table import read_table, write_table
from motifcnn.sealed import SealedFolder, new_folder, open_sealed


@pytest.fixture
def folder(tmp_path: Path) -> SealedFolder:
    with new_folder(tmp_path / "f", kind="test", version=1) as path:
        write_table({"source": [1, 2], "": ["a", None]}, path / "a.parquet")
        write_table({}, path / "empty.parquet")
        (path / "text.parquet").write_text("source")
    return open_sealed(tmp_path / "f", kind="test", version=1)


def test_a_table_comes_back_with_its_columns(folder: SealedFolder) -> None:
    table = read_table(folder, "a.parquet", ("source",))
    assert table.to_pydict() == {"source": [1, 2], "": ["a", None]}
    assert read_table(folder, "empty.parquet").column_names == []


def test_a_missing_column_and_a_file_of_another_kind_are_named(folder: SealedFolder) -> None:
    with pytest.raises(GraphError, match=r"a\.parquet: column 'target' is missing, found source"):
        read_table(folder, "a.parquet", ("source", "target"))
    with pytest.raises(GraphError, match=r"text\.parquet: not a Parquet table"):
        read_table(folder, "text.parquet")
