"""How a text table is written: its delimiter, and whether its first row names the columns."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from motifcnn.graph.io.delimited import records

# In this order where several fit: a comma stands in numbers and names more often than a semicolon.
DELIMITERS = ("\t", ";", "|", ",", " ")
NAMES = {"\t": "tab", " ": "space"}
SAMPLE = 100_000  # characters, and this share of lines, decide
_NUMBER = re.compile(r"[-+]?(\d+([.,]\d*)?|[.,]\d+)([eE][-+]?\d+)?%?")
_YEAR = re.compile(r"(1[5-9]|20)\d\d")
_SPACES = re.compile(r'("(?:[^"]|"")*")|[ \t]+')


def find_delimiter(text: str) -> str | None:
    r"""The delimiter that gives most rows the width of the first; None for a single column.

    Examples
    --------
    >>> find_delimiter("id;price\n1;2,50\n2;3,10\n")
    ';'
    >>> find_delimiter("id\nMinsk\n") is None
    True
    """
    sample = text[:SAMPLE]
    if len(text) > SAMPLE:
        sample = sample[: sample.rfind("\n") + 1] or sample
    best, most = None, 0.0
    widest, cells = None, 1
    for delimiter in DELIMITERS:
        widths = _widths(sample, delimiter)
        if not widths or widths[0] < 2:
            continue
        width, rows = Counter(widths[1:] or widths).most_common(1)[0]
        fitting = rows / max(1, len(widths) - 1)
        # Names of rows stand in a column without a header, as R writes them.
        if width not in (widths[0], widths[0] + 1):
            fitting = sum(found == widths[0] for found in widths[1:]) / len(widths)
        if fitting > most + 1e-9:
            best, most = delimiter, fitting
        if min(widths) > 1 and widths[0] > cells and delimiter != " ":
            widest, cells = delimiter, widths[0]
    # Words of a sentence are separated by spaces too, but not the same number in every line.
    if best == " " and most < 0.9:
        best = None
    # No row fits the header, but all have the delimiter: a table whose rows are to be refused.
    return widest if best is None else best


def has_header(rows: Sequence[Sequence[str]]) -> tuple[bool, str]:
    """Whether the first of some rows names the columns, and the reason.

    Examples
    --------
    >>> has_header([["id", "year"], ["7", "1994"]])
    (True, 'the first line has words above numbers')
    >>> has_header([["1", "ann"], ["2", "bob"]])[0]
    False
    """
    first, below = rows[0], rows[1:]
    if not below:
        return True, "the only line names the columns"
    plus = minus = 0
    for at, cell in enumerate(first):
        values = [row[at].strip() for row in below if at < len(row) and row[at].strip()]
        numeric = bool(values) and all(_NUMBER.fullmatch(value) for value in values)
        if _NUMBER.fullmatch(cell.strip()):
            minus += not _YEAR.fullmatch(cell.strip())
        elif numeric:
            plus += 1
        elif cell.strip() and cell in values:
            minus += 1
    if plus:
        return True, "the first line has words above numbers"
    if minus:
        return False, "the first line holds values like those below it"
    return True, "the first line differs from those below it"


def spaces_to_tabs(text: str) -> str:
    """The text with runs of spaces outside quotes as one tab, so that tabs delimit it."""
    lines = (line.strip(" \t") for line in text.split("\n"))
    return "\n".join(_SPACES.sub(lambda found: found[1] or "\t", line) for line in lines)


def _widths(sample: str, delimiter: str) -> list[int]:
    if delimiter == " ":
        sample, delimiter = spaces_to_tabs(sample), "\t"
    return [len(cells) for _, cells in records(sample.encode(), delimiter, True)]
