from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path

import pytest

from graph.tables.folders import workbook
from motifcnn.graph.tables.excel import read_workbook
from motifcnn.graph.tables.problems import TableError


def written(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path


def test_each_sheet_is_a_table(tmp_path: Path) -> None:
    rows = [["id", "when"], [1, datetime(2020, 1, 2)], [2, None]]
    content = workbook(people=rows, empty=[], pets=[[], ["name", "owner"], ["rex", 1]])
    people, pets = read_workbook(written(tmp_path / "all.xlsx", content))
    assert (people.name, people.file) == ("people", "all.xlsx, sheet people")
    assert people.frame["id"].tolist() == [1, 2]
    assert str(people.frame["when"].dtype).startswith("datetime64")
    assert (pets.columns, pets.line(0)) == (["name", "owner"], 3)


def test_a_single_sheet_has_the_name_of_the_file(tmp_path: Path) -> None:
    (table,) = read_workbook(written(tmp_path / "pets.xlsx", workbook(Sheet1=[["id"], [1]])))
    assert (table.name, table.file, table.line(0)) == ("pets", "pets.xlsx", 2)


def test_without_openpyxl_the_extra_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path / "a.xlsx", workbook(one=[["id"], [1]]))
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    with pytest.raises(TableError, match=r"motifcnn\[excel\]"):
        read_workbook(path)
