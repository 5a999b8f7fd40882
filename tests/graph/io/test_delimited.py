from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from motifcnn.errors import GraphError
from motifcnn.graph.io.arrow import numbers, texts
from motifcnn.graph.io.delimited import read_delimited, read_lines, read_text


def test_quotes_empty_cells_and_words_like_null_are_plain_text(tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_text('id\tname\n1\t"x\n2\t\n3\tNA\n4\tnull\n')
    table = read_delimited(tmp_path / "a.tsv", {"id": "integer", "name": "text"})
    assert texts(table.columns["name"]).tolist() == ['"x', "", "NA", "null"]
    assert numbers(table.columns["id"]).tolist() == [1, 2, 3, 4]


def test_places_count_the_lines_that_are_blank(tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_text("id\tname\n1\ta\n\n2\tb\n")
    table = read_delimited(tmp_path / "a.tsv", {"id": "integer"})
    assert [table.place(row).rsplit(", ")[-1] for row in range(2)] == ["line 2", "line 4"]


def test_columns_may_stand_in_any_order_beside_others(tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_text("x\tname\tid\n?\ta\t1\n")
    table = read_delimited(
        tmp_path / "a.tsv", {"id": "integer"}, optional={"name": "text", "none": "text"}
    )
    assert sorted(table.columns) == ["id", "name"]


def test_categories_of_a_long_file_are_one_list(tmp_path: Path) -> None:
    rows = [f"{i}\t{'abc'[i * 3 // 200_000]}" for i in range(200_000)]
    (tmp_path / "a.tsv").write_text("id\ttype\n" + "\n".join(rows))
    column = read_delimited(tmp_path / "a.tsv", {"type": "category"}).columns["type"]
    assert column.dictionary.to_pylist() == ["a", "b", "c"]
    assert [column[i].as_py() for i in (0, 100_000, 199_999)] == ["a", "b", "c"]


def test_gzip_members_one_after_the_other_are_one_text(tmp_path: Path) -> None:
    (tmp_path / "a.gz").write_bytes(gzip.compress(b"one\n") + gzip.compress(b"two\n") + b"\0\0")
    assert read_text(tmp_path / "a.gz") == b"one\ntwo\n"


def test_a_lone_carriage_return_in_the_header_is_said(tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_bytes(b"id\t\rname\n1\ta\n")
    with pytest.raises(GraphError, match=r"a\.tsv.*line"):
        read_delimited(tmp_path / "a.tsv", {"id": "integer"}, others=True)


def test_a_folder_in_place_of_a_file_is_said(tmp_path: Path) -> None:
    (tmp_path / "a.tsv").mkdir()
    with pytest.raises(GraphError, match=r"a\.tsv: cannot be read"):
        read_text(tmp_path / "a.tsv")


def test_without_named_columns_all_are_read_as_text(tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_text("id\tname\n1\tNA\n")
    columns = read_delimited(tmp_path / "a.tsv").columns
    assert {name: column.to_pylist() for name, column in columns.items()} == {
        "id": ["1"],
        "name": ["NA"],
    }


def test_quoted_cells_hold_delimiters_quotes_and_line_ends(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text('"id","na,me"\n1,"a,""b"""\n2,"c\nd"\n')
    table = read_delimited(tmp_path / "a.csv", delimiter=",", quoted=True)
    assert table.columns["na,me"].to_pylist() == ['a,"b"', "c\nd"]
    assert [table.place(row).rsplit(", ")[-1] for row in range(2)] == ["line 2", "line 3"]


def test_a_ragged_row_after_a_quoted_line_end_is_named_by_its_line(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text('id,name\n1,"a\nb"\n\n2\n')
    with pytest.raises(GraphError, match=r"a\.csv, line 5: 1 columns in '2', expected 2: id, name"):
        read_delimited(tmp_path / "a.csv", delimiter=",", quoted=True)


def test_lines_are_numbered_and_blank_ones_left_out(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("one\r\n\n \n two\n")
    assert list(read_lines(tmp_path / "a.txt")) == [(1, "one"), (4, " two")]


def test_all_other_columns_are_read_as_text_on_request(tmp_path: Path) -> None:
    path = tmp_path / "nodes.tsv"
    path.write_text("year\tid\tnote\n1984\t7\t\n")
    table = read_delimited(path, {"id": "integer"}, others=True)
    assert {name: column.to_pylist() for name, column in table.columns.items()} == {
        "id": [7],
        "year": ["1984"],
        "note": [""],
    }
    assert list(read_delimited(path, {"id": "integer"}).columns) == ["id"]
