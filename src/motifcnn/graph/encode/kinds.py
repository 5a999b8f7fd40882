"""The kinds of columns, and what is known about one before it is encoded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from motifcnn.errors import GraphError

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
    embed : bool
        Whether a text becomes a sentence embedding instead of tf-idf weights.

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
    embed: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "also_missing", tuple(self.also_missing))
        if self.kind not in get_args(Kind):
            raise GraphError(
                f"{self.kind!r} is no kind of column; expected one of {', '.join(get_args(Kind))}"
            )
        if self.decimal not in (None, ".", ","):
            raise GraphError(f"decimal sign {self.decimal!r}; expected '.' or ','")
        if self.separator == "":
            raise GraphError("separator ''; expected the text between the values of a cell")
        if self.embed and self.kind != "text":
            raise GraphError(
                f"embed=True with kind {self.kind!r}; only texts have embeddings, so give the "
                "kind 'text' or leave embed out"
            )
