"""What is wrong with tables: every problem of a folder, in one error."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from motifcnn.errors import GraphError
from motifcnn.readable import plural

SHOWN = 20  # more problems are counted


@dataclass(frozen=True)
class TableProblem:
    """One thing that is wrong with a table, and what to do about it.

    Parameters
    ----------
    file : str
        The file, or "table NAME" for a DataFrame.
    message : str
    remedy : str
    line : int, optional
        From 1, the header included; the row from 0 where `unit` is "row".
    column : str, optional
    value : str, optional
    unit : {"line", "row"}

    Examples
    --------
    >>> print(TableProblem("movies.csv", "there is no key", "give the movie an id", 4, "id", ""))
    movies.csv, line 4, column "id": there is no key; give the movie an id
    """

    file: str
    message: str
    remedy: str
    line: int | None = None
    column: str | None = None
    value: str | None = None
    unit: str = "line"

    def __str__(self) -> str:
        place = self.file
        place += "" if self.line is None else f", {self.unit} {self.line}"
        place += "" if self.column is None else f', column "{self.column}"'
        return f"{place}: {self.message}; {self.remedy}"


class TableError(GraphError):
    """Tables that cannot become a graph; `problems` lists why.

    Examples
    --------
    >>> print(TableError([TableProblem("a.csv", "the file is empty", "fill or remove it")]))
    a.csv: the file is empty; fill or remove it
    """

    def __init__(self, problems: Sequence[TableProblem]) -> None:
        self.problems = tuple(problems)
        lines = [str(problem) for problem in self.problems[:SHOWN]]
        if len(self.problems) > SHOWN:
            lines.append(f"and {plural(len(self.problems) - SHOWN, 'more problem')}")
        if len(self.problems) > 1:
            lines = [f"{plural(len(self.problems), 'problem')} in the tables", *lines]
        super().__init__("\n  ".join(lines))


def refuse(problems: Sequence[TableProblem]) -> None:
    """Raises one `TableError` with all problems, if there are any."""
    if problems:
        raise TableError(problems)


class TableWarning(UserWarning):
    """A guess about tables that somebody should look at."""
