from __future__ import annotations

from pathlib import Path

import pandas as pd
import pyarrow as pa
import pytest

from graph.tables.folders import folder_of, packed, workbook, zipped
from motifcnn.graph.tables.files import find_tables, table_name
from motifcnn.graph.tables.problems import TableError


def test_every_form_of_table_is_read(tmp_path: Path) -> None:
    text = "id,name\n1,ann\n2,bob\n"
    folder = folder_of(
        tmp_path,
        {
            "a.csv": text,
            "b.tsv": text.replace(",", "\t"),
            "c.txt": text.replace(",", "|"),
            "d.csv.gz": packed(text),
            "e.csv.zip": zipped(e=text),
            "g.xlsx": workbook(g=[["id", "name"], [1, "ann"], [2, "bob"]]),
            "H.CSV": text,
        },
    )
    frame = pd.DataFrame({"id": [1, 2], "name": ["ann", "bob"]})
    frame.to_parquet(folder / "f.parquet")
    found = find_tables(folder)
    assert sorted(table.name for table in found.tables) == list("Habcdefg")
    for table in found.tables:
        assert [str(value) for value in table.frame["id"]] == ["1", "2"]
        assert table.frame["name"].tolist() == ["ann", "bob"]
    assert found.left_out == ()


def test_what_is_no_table_is_said(tmp_path: Path) -> None:
    folder = folder_of(
        tmp_path,
        {
            "a.csv": "id\n1\n",
            "notes.txt": "Some words about the data.\nAnd more.\n",
            "README.txt": "a,b\n1,2\n",
            "photo.png": b"png",
            ".hidden.csv": "",
            "motifcnn.toml": "",
        },
    )
    (folder / "more").mkdir()
    found = find_tables(folder)
    assert [table.name for table in found.tables] == ["a"]
    assert [said.partition(":")[0] for said in found.left_out] == [
        "README.txt",
        "more",
        "notes.txt",
        "photo.png",
    ]


def test_frames_keep_their_named_index_and_arrow_tables_are_taken() -> None:
    frame = pd.DataFrame({"x": [1.5]}, index=pd.Index(["a"], name="id"))
    one, other = find_tables({"one": frame, "other": pa.table({"id": [1]})}).tables
    assert one.columns == ["id", "x"]
    assert other.columns == ["id"]
    assert frame.columns.tolist() == ["x"]


def test_the_name_of_a_table_is_that_of_its_file() -> None:
    names = ("a.csv", "a.b.csv", "a.csv.gz", "a.csv.zip", "a.parquet")
    assert [table_name(Path(name)) for name in names] == ["a", "a.b", "a", "a", "a"]


def test_links_out_of_the_folder_are_refused(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "secret.csv").write_text("id,name\n1,a\n")
    (tmp_path / "folder" / "a.csv").symlink_to(tmp_path / "secret.csv")
    with pytest.raises(TableError, match="leads out of the folder"):
        find_tables(tmp_path / "folder")


def test_a_parquet_bomb_is_refused(tmp_path: Path) -> None:
    import numpy as np
    import pyarrow as pa
    from pyarrow import parquet

    parquet.write_table(pa.table({"id": np.zeros(30_000_000)}), tmp_path / "a.parquet")
    with pytest.raises(TableError, match=r"a\.parquet: a table of 240\.0 MB"):
        find_tables(tmp_path)
