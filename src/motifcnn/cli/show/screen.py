"""Output: tables and text on stdout, JSON alone on stdout for programs, errors on stderr.

Names of strangers may be in every text, so all of it is shown as text: see `motifcnn.visible`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from motifcnn.visible import visible, visible_json

PIPE_WIDTH = 160  # a pipe has no width of its own, and patterns are longer than 80 columns


def stdout() -> Console:
    """The console for results."""
    console = Console(highlight=False)
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console.width = PIPE_WIDTH
    return console


def stderr() -> Console:
    """The console for errors and progress."""
    return Console(stderr=True, highlight=False)


def show_error(error: BaseException, prefix: str = "") -> None:
    """Prints an error on stderr in red, uncut; lines after the first are indented."""
    first, *others = f"{prefix}{type(error).__name__}: {error}".split("\n")
    lines = [first, *(line if line.startswith("  ") else f"  {line}" for line in others)]
    for line in lines:
        stderr().print(_text(line, "red"), soft_wrap=True)


def show_note(text: str, console: Console | None = None) -> None:
    """Prints a line on stderr or another console, for those who wait."""
    (console or stderr()).print(_text(text), soft_wrap=True)


def show_json(value: Any) -> None:
    """Prints a value as JSON on stdout."""
    print(visible_json(value, indent=2))


def show_line(text: str) -> None:
    """Prints a line on stdout; a line end within it is shown as an escape."""
    stdout().print(_text(text), soft_wrap=True)


def show_table(title: str, columns: Sequence[str], rows: Iterable[Iterable[Any]]) -> None:
    """Prints a table on stdout; columns of integers are aligned to the right."""
    cells = [tuple(row) for row in rows]
    table = Table(title=_text(title), title_justify="left", title_style="bold")
    for place, column in enumerate(columns):
        numeric = bool(cells) and all(isinstance(row[place], int) for row in cells)
        table.add_column(_text(column), justify="right" if numeric else "left", overflow="fold")
    for row in cells:
        table.add_row(*(_text(_cell(value)) for value in row))
    stdout().print(table)


def _text(text: str, style: str = "") -> Text:
    """Text as it is: neither markup nor control characters mean anything."""
    return Text(visible(text), style=style)


def _cell(value: Any) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value)
