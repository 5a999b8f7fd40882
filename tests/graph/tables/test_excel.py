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


def test_a_sheet_that_declares_a_million_wide_rows_is_read_by_its_cells(tmp_path: Path) -> None:
    import io
    import zipfile

    import openpyxl

    book = openpyxl.Workbook()
    book.active.append(["id", "name"])
    book.active.append([1, "Ann"])
    file = io.BytesIO()
    book.save(file)
    with (
        zipfile.ZipFile(file) as old,
        zipfile.ZipFile(tmp_path / "a.xlsx", "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for name in old.namelist():
            text = old.read(name).replace(b'ref="A1:B2"', b'ref="A1:XFD1048576"')
            new.writestr(name, text)
    (table,) = read_workbook(tmp_path / "a.xlsx")
    assert table.frame.values.tolist() == [[1, "Ann"]]


def test_a_workbook_that_unpacks_to_gigabytes_is_refused(tmp_path: Path) -> None:
    import zipfile

    with zipfile.ZipFile(tmp_path / "a.xlsx", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", b" " * 250_000_000)
    with pytest.raises(TableError, match="unpacks to"):
        read_workbook(tmp_path / "a.xlsx")
