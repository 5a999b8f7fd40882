from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from motifcnn.graph.tables.dialect import DELIMITERS, find_delimiter, has_header, spaces_to_tabs

CELLS = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cs", "Cc", "Zl", "Zp", "Zs")), min_size=1
)


@given(
    rows=st.lists(st.tuples(CELLS, CELLS, CELLS), min_size=2, max_size=6),
    delimiter=st.sampled_from(DELIMITERS[:-1]),
)
def test_the_delimiter_of_a_quoted_table_is_found(
    rows: list[tuple[str, str, str]], delimiter: str
) -> None:
    target = io.StringIO()
    writer = csv.writer(target, delimiter=delimiter, quoting=csv.QUOTE_ALL, lineterminator="\n")
    writer.writerow(["one", "two", "three"])
    writer.writerows(rows)
    assert find_delimiter(target.getvalue()) == delimiter


@pytest.mark.parametrize(
    ("text", "delimiter"),
    [
        ("a;b\n1,5;2,5\n", ";"),
        ("a,b\nx;y,z;w\n", ","),
        ("a\tb\nhello, you\tthere\n", "\t"),
        ("a b\n1  2\n3 4\n", " "),
        ("a|b|c\n1|2|3\n", "|"),
        ("name\nSan Marino\nFrance\n", None),
        ("word\n", None),
        ("a,b\n", ","),
        ("a,b,c\n1,2\n3,4\n", ","),
        ("a,b\n1,2,3\n1,2\n3,4\n5,6\n", ","),
    ],
)
def test_the_delimiter_is_the_one_that_header_and_rows_share(
    text: str, delimiter: str | None
) -> None:
    assert find_delimiter(text) == delimiter


@pytest.mark.parametrize(
    ("rows", "header"),
    [
        ([["id", "name"], ["1", "ann"]], True),
        ([["1", "ann"], ["2", "bob"]], False),
        ([["country", "1990", "2000"], ["fr", "1", "2"]], True),
        ([["ann", "bob"], ["bob", "cy"], ["ann", "cy"]], False),
        ([["from", "to"], ["ann", "bob"]], True),
        ([["id", "name"]], True),
    ],
)
def test_a_header_differs_from_what_stands_below(rows: list[list[str]], header: bool) -> None:
    assert has_header(rows)[0] == header


def test_spaces_in_quotes_do_not_delimit() -> None:
    assert spaces_to_tabs('  1   "New York"  2 ') == '1\t"New York"\t2'
