"""Small folders of tables."""

from __future__ import annotations

import gzip
import io
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

MOVIES = "movie_id,title,year,genre,director_id\n" + "".join(
    f"m{at},The {word} film,{1990 + at},{genre},d{at % 3}\n"
    for at, (word, genre) in enumerate(
        [
            ("red", "drama"),
            ("blue", "war"),
            ("old", "drama"),
            ("new", "war"),
            ("last", "drama"),
            ("first", "war"),
        ]
    )
)
DIRECTORS = "director_id,name\nd0,Ann Fox\nd1,Bob Day\nd2,Cy Orr\n"
RATINGS = "user_id,movie_id,stars\n" + "".join(
    f"u{at % 4},m{at % 6},{1 + at % 5}\n" for at in range(12)
)
GOOD = {"movies.csv": MOVIES, "directors.csv": DIRECTORS, "ratings.csv": RATINGS}


def folder_of(path: Path, files: Mapping[str, str | bytes]) -> Path:
    """A folder with these files."""
    path.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def content_of(path: Path) -> dict[str, bytes]:
    """Every file below a folder."""
    if not path.is_dir():
        return {}
    return {
        file.relative_to(path).as_posix(): file.read_bytes()
        for file in sorted(path.rglob("*"))
        if file.is_file()
    }


def changed(text: str, old: str, new: str) -> str:
    """The text with one thing replaced, which must be there."""
    assert old in text
    return text.replace(old, new, 1)


def zipped(**members: str) -> bytes:
    """A zip archive."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name, content in members.items():
            archive.writestr(f"{name}.csv", content)
    return target.getvalue()


def workbook(**sheets: list[list[Any]]) -> bytes:
    """An Excel workbook with these rows."""
    import openpyxl

    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    target = io.BytesIO()
    book.save(target)
    return target.getvalue()


def packed(text: str) -> bytes:
    """The text as gzip, the same every time."""
    return gzip.compress(text.encode(), mtime=0)
