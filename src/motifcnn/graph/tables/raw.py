"""A table as it was found: its columns, and where each row stands."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from motifcnn.graph.io.delimited import records
from motifcnn.graph.tables.problems import TableProblem

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class TextLines:
    """The lines of a text table, to say where a row stands.

    Parameters
    ----------
    text : bytes
        UTF-8, with what is no row blanked out.
    delimiter : str
    quoted : bool
    """

    text: bytes
    delimiter: str
    quoted: bool


@dataclass(frozen=True, eq=False)
class RawTable:
    """One table.

    Parameters
    ----------
    name : str
    file : str
        What messages call it: a file, a sheet of a workbook, or "table NAME".
    frame : DataFrame
        Cells of text files are texts, the others keep their kinds.
    source : TextLines, optional
        Of a text file.
    first_line : int, optional
        The line of row 0, of a sheet.
    header : bool
        Whether the names of the columns stand in the file.
    notes : tuple of str
        How the file was read, where that is not plain: its encoding, delimiter or header.
    """

    name: str
    file: str
    frame: pd.DataFrame
    source: TextLines | None = None
    first_line: int | None = None
    header: bool = True
    notes: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.frame)

    @property
    def columns(self) -> list[str]:
        return [str(name) for name in self.frame.columns]

    @cached_property
    def _lines(self) -> list[int]:
        assert self.source is not None
        found = records(self.source.text, self.source.delimiter, self.source.quoted)
        return [line for line, _ in found]

    def line(self, row: int) -> int:
        """Line of a row in its file; the row itself where the table has no lines."""
        if self.source is not None:
            return self._lines[row]
        return row if self.first_line is None else row + self.first_line

    @property
    def unit(self) -> str:
        """What `line` counts."""
        return "row" if self.source is None and self.first_line is None else "line"

    def problem(
        self,
        message: str,
        remedy: str,
        *,
        row: int | None = None,
        column: str | None = None,
        value: str | None = None,
    ) -> TableProblem:
        """A problem of this table, at a row and column where they are known."""
        line = None if row is None else self.line(row)
        return TableProblem(self.file, message, remedy, line, column, value, self.unit)
