"""Tables are files or folders of parts, read by what their first lines look like."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest

from motifcnn.graph.tables import TableError
from motifcnn.graph.tables.mapping import TableMapping
from motifcnn.tensor.spark.table_files import first_lines, open_table, table_files


def test_files_and_folders_of_parts_are_tables_and_the_rest_is_not(tmp_path: Path) -> None:
    for name in ("users.csv", "items.csv.gz", "notes.pdf", "buys/part-0.tsv", "buys/_SUCCESS"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"a,b\n")
    found = table_files(tmp_path)
    assert sorted(found) == ["buys", "items", "users"]
    assert [part.name for part in found["buys"].parts] == ["part-0.tsv"]
    with pytest.raises(TableError, match="no such folder"):
        table_files(tmp_path / "none")


def test_first_lines_are_whole_also_in_compressed_files(tmp_path: Path) -> None:
    (tmp_path / "a.csv.gz").write_bytes(gzip.compress(b"id,x\n1,2\n3,4\n"))
    table = table_files(tmp_path)["a"]
    assert first_lines(table, 11) == b"id,x\n1,2\n"
    assert first_lines(table, 100) == b"id,x\n1,2\n3,4\n"


def test_delimiter_and_quotes_are_found(spark: Any, tmp_path: Path) -> None:
    text = 'id|name\n1|"a ""b""\nc"\n2|d\n'
    (tmp_path / "a.txt").write_text(text)
    frame = open_table(spark, table_files(tmp_path)["a"], TableMapping())
    rows = [row[:2] for row in frame.collect()]
    assert rows == [("1", 'a "b"\nc'), ("2", "d")]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("id,name\n1,Zoë\n".encode("cp1252"), "encoding cp1252, which Spark does not read"),
        ("id,name\n1,Zoë\n".encode("utf-16"), "encoding utf-16, which Spark does not read"),
    ],
)
def test_what_spark_does_not_read_is_refused(tmp_path: Path, content: bytes, message: str) -> None:
    (tmp_path / "a.csv").write_bytes(content)
    with pytest.raises(TableError, match=message):
        open_table(None, table_files(tmp_path)["a"], TableMapping())  # type: ignore[arg-type]
