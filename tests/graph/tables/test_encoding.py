from __future__ import annotations

import codecs
from pathlib import Path

import pytest

from graph.tables.folders import packed, zipped
from motifcnn.graph.tables.encoding import decode, read_bytes
from motifcnn.graph.tables.problems import TableError

TEXT = "id,name\n1,Zoë\n2,łódź\n3,東京\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_unicode_is_found_by_its_mark(encoding: str) -> None:
    assert decode("a.csv", TEXT.encode(encoding))[0] == TEXT


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_without_a_mark_is_found_by_its_zeros(encoding: str) -> None:
    assert decode("a.csv", ("id,name\n1,Zoë\n").encode(encoding)) == ("id,name\n1,Zoë\n", encoding)


def test_half_a_character_of_utf_16_is_said() -> None:
    with pytest.raises(TableError, match="is not utf-16"):
        decode("a.csv", b"\x12NaN\x00\x02\x00")


def test_what_is_not_utf_8_is_windows_or_latin() -> None:
    assert decode("a.csv", "Zoë €".encode("cp1252")) == ("Zoë €", "cp1252")
    assert decode("a.csv", b"Zo\xeb \x81") == ("Zoë \x81", "latin-1")


def test_a_given_encoding_wins() -> None:
    assert decode("a.csv", "łódź".encode("cp1250"), "cp1250")[0] == "łódź"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_line_end_is_one_line_end(end: str) -> None:
    assert decode("a.csv", f"id{end}1{end}".encode())[0] == "id\n1\n"


def test_packed_files_are_unpacked(tmp_path: Path) -> None:
    (tmp_path / "a.csv.gz").write_bytes(packed(TEXT))
    (tmp_path / "a.csv.zip").write_bytes(zipped(a=TEXT))
    (tmp_path / "a.csv").write_bytes(codecs.BOM_UTF8 + TEXT.encode())
    for name in ("a.csv.gz", "a.csv.zip", "a.csv"):
        assert decode(name, read_bytes(tmp_path / name))[0] == TEXT
