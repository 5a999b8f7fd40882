"""One text file as a table: decoded, its delimiter and header found, its rows checked."""

from __future__ import annotations

import csv
import itertools
from collections.abc import Sequence
from typing import Any, Literal

from motifcnn.graph.io.delimited import parse_columns, records
from motifcnn.graph.tables.dialect import NAMES, find_delimiter, has_header, spaces_to_tabs
from motifcnn.graph.tables.encoding import decode
from motifcnn.graph.tables.problems import TableError, TableProblem, refuse
from motifcnn.graph.tables.raw import RawTable, TextLines

LISTED = 5  # problems of one kind that a message lists
HEAD = 50  # rows that decide about the header
csv.field_size_limit(2**31 - 1)


def read_delimited_table(
    name: str,
    file: str,
    data: bytes,
    *,
    encoding: str | None = None,
    delimiter: str | None = None,
    header: bool | None = None,
) -> RawTable:
    r"""Reads delimited text of any encoding and delimiter.

    Parameters
    ----------
    name, file : str
        Of the table, and what messages call it.
    data : bytes
    encoding, delimiter, header : optional
        Found where they are not given.

    Examples
    --------
    >>> table = read_delimited_table("movies", "movies.csv", b"id;year\n7;1994\n")
    >>> table.columns, table.line(0)
    (['id', 'year'], 2)
    """
    text, found = decode(file, data, encoding)
    notes = [] if found == "utf-8" else [f"the encoding is {found}"]
    if not text.strip():
        raise TableError([TableProblem(file, "the file is empty", "fill it or remove it")])
    text, titles = _without_comments(text)
    delimiter = delimiter or find_delimiter(text)
    if delimiter not in (",", None):
        notes.append(f"columns are separated by {NAMES.get(delimiter, delimiter)!r}")
    if delimiter == " ":
        text, titles = spaces_to_tabs(text), spaces_to_tabs(titles)
        delimiter = "\t"
    delimiter = delimiter or ","
    head = [cells for _, cells in itertools.islice(records(text.encode(), delimiter, True), HEAD)]
    named, title_line = _cells(titles, delimiter), 1
    if titles and header is not False and len(named) == len(head[0]) > 1:
        names, header = named, True
        notes.append("the last comment names the columns")
    else:
        given = header
        if header is None:
            header, reason = has_header(head)
        if header:
            title_line, names, text = _taken(text, delimiter)
            wider = {len(cells) for cells in head[1:]} == {len(names) + 1}
            names = ["", *names] if wider else names
        else:
            names = [f"column_{at + 1}" for at in range(len(head[0]))]
            notes += [] if given is False else [f"there is no header: {reason}"]
    names = [title.strip() for title in names]
    source, table = _parsed(file, text, names, delimiter, notes)
    frame = _named(file, table.to_pandas(), names, title_line, notes)
    return RawTable(name, file, frame, source, header=header, notes=tuple(notes))


def _without_comments(text: str) -> tuple[str, str]:
    """The text with leading lines that begin with # blanked out, and the last of these."""
    lines = text.split("\n")
    title = ""
    for at, line in enumerate(lines):
        if line.startswith("#"):
            lines[at], title = "", line.lstrip("#").strip()
        elif line.strip():
            break
    if not any(line.strip() for line in lines):
        return text, ""
    return "\n".join(lines), title


def _cells(line: str, delimiter: str) -> list[str]:
    return next((cells for _, cells in records(line.encode(), delimiter, True)), [""])


def _taken(text: str, delimiter: str) -> tuple[int, list[str], str]:
    """Line and cells of the first record, and the text with blank lines in its place."""
    found = records(text.encode(), delimiter, True)
    line, names = next(found)
    after = next(found, (text.count("\n") + 2, []))[0]
    lines = text.split("\n")
    return line, names, "\n".join([""] * (after - 1) + lines[after - 1 :])


def _parsed(
    file: str, text: str, names: Sequence[str], delimiter: str, notes: list[str]
) -> tuple[TextLines, Any]:
    """The rows; quotes are letters where only that gives every row the width of the header."""
    import pyarrow as pa

    width = [f"c{at}" for at in range(len(names))]
    texts: dict[str, Literal["text"]] = dict.fromkeys(width, "text")
    data = text.encode()
    for quoted in (True, False):
        source = TextLines(data, delimiter, quoted)
        if not text.strip():
            return source, pa.table({name: pa.array([], pa.string()) for name in width})
        if quoted and data.count(b'"') % 2:
            continue
        try:
            table = parse_columns(data, texts, delimiter=delimiter, quoted=quoted, names=width)
        except pa.ArrowInvalid:
            continue
        if not quoted:
            notes.append("quotes are read as letters, because they do not come in pairs")
        return source, table
    raise TableError(_ragged(file, data, names, delimiter))


def _ragged(file: str, data: bytes, names: Sequence[str], delimiter: str) -> list[TableProblem]:
    """The first few rows of another width than the header, or the quote that stays open."""
    found = list(records(data, delimiter, True))
    bad = [(line, cells) for line, cells in found if len(cells) != len(names)]
    if data.count(b'"') % 2 and bad and "\n" in "".join(bad[-1][1]):
        message = "a quote opens here and is not closed"
        return [TableProblem(file, message, 'close it, or write " inside a cell as ""', bad[-1][0])]
    problems = []
    for line, cells in bad[:LISTED]:
        text = delimiter.join(cells)
        short = len(cells) < len(names)
        column = names[len(cells)] if short else names[-1]
        remedy = (
            f"add the missing cells, the first of which is {column!r}"
            if short
            else f"put cells that contain {NAMES.get(delimiter, delimiter)!r} in double quotes"
        )
        message = f"{len(cells)} cells in {text[:60]!r}, but the header has {len(names)}"
        problems.append(TableProblem(file, message, remedy, line, column, text[:60]))
    if len(bad) > LISTED:
        message = f"{len(bad) - LISTED:,} more rows have another number of cells than the header"
        problems.append(TableProblem(file, message, "repair them as well", bad[LISTED][0]))
    return problems or [
        TableProblem(file, "the rows cannot be read", "save the table again as CSV")
    ]


def _named(file: str, frame: Any, names: list[str], line: int, notes: list[str]) -> Any:
    """The frame with the names of the header; empty columns without a name are left out."""
    problems = []
    kept = []
    for at, name in enumerate(names):
        if name in names[:at] and name:
            message = f"the header names {name!r} twice"
            remedy = "give each column a name of its own"
            problems.append(TableProblem(file, message, remedy, line, name, name))
        if not name and at and not frame.iloc[:, at].str.strip().any():
            notes.append(f"column {at + 1} has neither a name nor a value and is left out")
            continue
        if not name and at:
            message = f"column {at + 1} has no name"
            remedy = "name it in the header"
            problems.append(TableProblem(file, message, remedy, line, f"column_{at + 1}", ""))
        kept.append(at)
    refuse(problems)
    frame = frame.iloc[:, kept]
    frame.columns = [names[at] or f"column_{at + 1}" for at in kept]
    return frame
