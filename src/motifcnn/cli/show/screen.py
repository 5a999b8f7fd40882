"""Output: tables and text on stdout, JSON alone on stdout for programs, errors on stderr."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

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


def show_error(error: Exception) -> None:
    """Prints an error on stderr in red, uncut and without reading it as markup."""
    stderr().print(Text(f"{type(error).__name__}: {error}", style="red"), soft_wrap=True)


def show_note(text: str, console: Console | None = None) -> None:
    """Prints a line on stderr or another console, for those who wait."""
    (console or stderr()).print(Text(text), soft_wrap=True)


def show_json(value: Any) -> None:
    """Prints a value as JSON on stdout."""
    print(json.dumps(value, indent=2, ensure_ascii=False))


def show_line(text: str) -> None:
    """Prints text on stdout as it is."""
    stdout().print(Text(text), soft_wrap=True)


def show_table(title: str, columns: Sequence[str], rows: Iterable[Iterable[Any]]) -> None:
    """Prints a table on stdout; columns of integers are aligned to the right."""
    cells = [tuple(row) for row in rows]
    table = Table(title=Text(title), title_justify="left", title_style="bold")
    for place, column in enumerate(columns):
        numeric = bool(cells) and all(isinstance(row[place], int) for row in cells)
        table.add_column(column, justify="right" if numeric else "left", overflow="fold")
    for row in cells:
        table.add_row(*(Text(_cell(value)) for value in row))
    stdout().print(table)


def _cell(value: Any) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value)
