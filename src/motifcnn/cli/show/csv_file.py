"""CSV files that a spreadsheet opens without running what is in them."""

from __future__ import annotations

import csv
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from motifcnn.sealed import new_file, write

if TYPE_CHECKING:
    import pandas as pd

_FORMULA = re.compile(r"'*[=+\-@\t\r\n]")
_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?")


def write_csv(frame: pd.DataFrame, file: Path, *, raw: bool = False) -> None:
    """Writes a table whole or not at all; texts that begin like a formula get an apostrophe.

    Parameters
    ----------
    frame : DataFrame
    file : path
    raw : bool
        Write texts as they are, for programs.
    """
    if not raw:
        frame = frame.rename(columns=inert).map(inert)
    with new_file(file) as work:
        # Texts in quotes: the module csv writes a carriage return without them.
        write(work, lambda file: frame.to_csv(file, index=False, quoting=csv.QUOTE_NONNUMERIC))


def inert(cell: Any) -> Any:
    """The cell as a spreadsheet shows it: an apostrophe before a text that would be a formula.

    `original` takes the apostrophe away again. Numbers, also those in a text, stay.

    Examples
    --------
    >>> inert("=1+1"), inert("'@x"), inert("'t Hooft"), inert(-0.5), inert("-0.5")
    ("'=1+1", "''@x", "'t Hooft", -0.5, '-0.5')
    """
    if not isinstance(cell, str) or not _FORMULA.match(cell) or _NUMBER.fullmatch(cell):
        return cell
    return f"'{cell}"


def original(cell: Any) -> Any:
    """The cell that `inert` was given.

    Examples
    --------
    >>> original("'=1+1"), original("''@x"), original("'t Hooft")
    ('=1+1', "'@x", "'t Hooft")
    """
    if isinstance(cell, str) and cell.startswith("'") and _FORMULA.match(cell):
        return cell[1:]
    return cell
