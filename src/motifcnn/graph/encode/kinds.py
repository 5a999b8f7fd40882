"""The kinds of columns, and what is known about one before it is encoded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["number", "boolean", "category", "text", "date", "list", "skip"]

GIVEN = "given in the mapping"


@dataclass(frozen=True)
class ColumnGuess:
    """The kind of a column, why, and how its cells are read.

    Details that are None are found from the cells when an encoder is fitted.

    Parameters
    ----------
    kind : Kind
    reason : str
        In words, for a table.
    separator : str, optional
        Between the values of one cell, for lists.
    decimal : {".", ","}, optional
        The decimal sign of numbers in texts.
    format : str, optional
        Of dates in texts: "ISO8601" or a format of `strptime`.
    also_missing : tuple of str
        Texts that mean a missing value in this column, besides `missing.MARKERS`.

    Examples
    --------
    >>> ColumnGuess("list", separator="|").reason
    'given in the mapping'
    """

    kind: Kind
    reason: str = GIVEN
    separator: str | None = None
    decimal: str | None = None
    format: str | None = None
    also_missing: tuple[str, ...] = ()
