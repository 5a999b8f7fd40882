from __future__ import annotations

import csv
import io

import pandas as pd
from hypothesis import given
from hypothesis import strategies as st

from motifcnn.graph.tables.delimited_table import read_delimited_table
from motifcnn.graph.tables.raw import RawTable

CELLS = st.text(st.characters(codec="utf-8", exclude_characters="\0\r"), min_size=1, max_size=8)


def read(text: str, encoding: str = "utf-8") -> RawTable:
    return read_delimited_table("t", "t.csv", text.encode(encoding))


@given(
    rows=st.lists(st.tuples(CELLS, CELLS), min_size=1, max_size=5),
    delimiter=st.sampled_from([",", ";", "\t", "|"]),
    encoding=st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
)
def test_cells_are_read_as_they_were_written(
    rows: list[tuple[str, str]], delimiter: str, encoding: str
) -> None:
    target = io.StringIO()
    writer = csv.writer(target, delimiter=delimiter, quoting=csv.QUOTE_ALL, lineterminator="\n")
    writer.writerows([("the key", "number 2"), *rows, ("7", "8")])
    options = {"delimiter": delimiter, "header": True}
    table = read_delimited_table("t", "t.csv", target.getvalue().encode(encoding), **options)
    assert list(table.frame.itertuples(index=False, name=None)) == [*rows, ("7", "8")]


def test_lines_count_blank_lines_and_line_ends_in_quotes() -> None:
    table = read('id,note\n\n1,"two\nlines"\n\n2,one\n')
    assert table.frame["note"].tolist() == ["two\nlines", "one"]
    assert [table.line(row) for row in range(2)] == [3, 6]


def test_a_comment_may_name_the_columns() -> None:
    table = read("# made by hand\n#code\tname\nfr\tFrance\nde\tGermany\n")
    assert table.columns == ["code", "name"]
    assert table.line(0) == 3
    assert "the last comment names the columns" in table.notes


def test_a_table_without_a_header_gets_names() -> None:
    table = read("1,ann\n2,bob\n")
    assert table.columns == ["column_1", "column_2"]
    assert (len(table), table.line(0), table.header) == (2, 1, False)
    assert any("no header" in note for note in table.notes)


def test_names_of_rows_stand_in_a_column_without_a_name() -> None:
    table = read("mpg cyl\nMazda 21 6\nFiat 32 4\n")
    assert table.columns == ["column_1", "mpg", "cyl"]
    assert table.frame["column_1"].tolist() == ["Mazda", "Fiat"]


def test_a_column_without_name_and_values_is_left_out() -> None:
    table = read("id,name,\n1,ann,\n2,bob,\n")
    assert table.columns == ["id", "name"]
    assert any("left out" in note for note in table.notes)


def test_quotes_that_do_not_pair_are_letters() -> None:
    table = read('id\tsize\n1\t5" pipe\n2\tsmall\n')
    assert table.frame["size"].tolist() == ['5" pipe', "small"]
    assert any("letters" in note for note in table.notes)


def test_the_encoding_and_delimiter_are_said() -> None:
    table = read("id;name\n1;Zoë\n", "cp1252")
    assert table.frame["name"].tolist() == ["Zoë"]
    assert table.notes == ("the encoding is cp1252", "columns are separated by ';'")


def test_a_header_alone_is_a_table_without_rows() -> None:
    table = read("id,name\n")
    assert (table.columns, len(table)) == (["id", "name"], 0)
    assert isinstance(table.frame, pd.DataFrame)
