from __future__ import annotations

import csv
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from motifcnn.cli.show.csv_file import inert, original, write_csv

TEXTS = ["=1+1", "+x", "-x", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "'=1", "''-x"]


@pytest.mark.parametrize("text", TEXTS)
def test_no_text_cell_or_head_begins_like_a_formula(text: str, tmp_path: Path) -> None:
    frame = pd.DataFrame({"node": [text, "a"], text: [-1.5, 2.0]})
    write_csv(frame, tmp_path / "a.csv")
    with (tmp_path / "a.csv").open(newline="", encoding="utf-8") as file:
        head, *rows = list(csv.reader(file))
    assert head == ["node", f"'{text}"]
    assert rows == [[f"'{text}", "-1.5"], ["a", "2.0"]]


def test_raw_writes_texts_as_they_are(tmp_path: Path) -> None:
    frame = pd.DataFrame({"node": TEXTS})
    write_csv(frame, tmp_path / "a.csv", raw=True)
    with (tmp_path / "a.csv").open(newline="", encoding="utf-8") as file:
        assert [row[0] for row in csv.reader(file)] == ["node", *TEXTS]


@given(st.text("'=+-@\t\r\nab1.e", max_size=8))
def test_every_cell_comes_back(text: str) -> None:
    shown = inert(text)
    assert original(shown) == text
    assert shown == text or shown[0] == "'"


@given(st.floats() | st.integers())
def test_numbers_stay_also_as_texts(number: float) -> None:
    assert inert(number) is number
    if str(number)[-1].isdigit():
        assert inert(str(number)) == str(number)
