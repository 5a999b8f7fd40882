"""Several values in one cell: one feature per frequent value, one for the rare ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from scipy import sparse

from motifcnn.graph.encode.cells import Cells, label
from motifcnn.graph.encode.kinds import ColumnGuess, Kind
from motifcnn.graph.encode.missing import flag_name, is_missing, with_flag
from motifcnn.graph.encode.pooling import RARE, frequent, multi_hot, rows_of
from motifcnn.readable import plural

SEPARATORS = ("|", ";", ",")
_BRACKETS = ("[]", "{}")


@dataclass(frozen=True)
class ListColumn:
    """Encodes each value of a cell as a 1 in the feature of that value.

    Values that were not seen count as rare, where there are rare ones.

    Parameters
    ----------
    name, reason : str
    separator : str
        Between the values of a text.
    values : tuple of str
        Those with a feature, most frequent first.
    pooled : int
        The number of values that share the feature "(rare)"; there is none where it is 0.
    flag : bool
        Whether a feature flags missing cells: there were some when the encoder was fitted.
    also_missing : tuple of str
        Texts that count as missing.
    """

    kind: ClassVar[Kind] = "list"
    name: str
    reason: str
    separator: str
    values: tuple[str, ...]
    pooled: int
    flag: bool
    also_missing: tuple[str, ...] = ()

    @property
    def feature_names(self) -> tuple[str, ...]:
        """`column has value` for each value, then the rare ones and the flag."""
        shown = [*self.values, *([RARE] if self.pooled else [])]
        flag = [flag_name(self.name)] if self.flag else []
        return (*(f"{self.name} has {value}" for value in shown), *flag)

    @property
    def width(self) -> int:
        """The values, the feature of the rare ones and the flag."""
        return len(self.values) + bool(self.pooled) + self.flag

    def encode(self, cells: Cells) -> sparse.csr_array:
        """Multi-hot rows: float32 (n, width)."""
        parts = [split_cell(value, self.separator) for value in cells.values]
        distinct = multi_hot(parts, self.values, bool(self.pooled))
        return with_flag(rows_of(distinct, cells.codes), cells.missing, self.flag)

    def describe(self) -> str:
        """The number of values in words."""
        text = f"multi-hot, {plural(len(self.values), 'value')}"
        return text + (f" and {self.pooled:,} rare as one" if self.pooled else "")


def fit_list(cells: Cells, guess: ColumnGuess) -> ListColumn:
    """Chooses the values that keep a feature.

    Examples
    --------
    >>> import pandas as pd
    >>> from motifcnn.graph.encode.cells import cells_of
    >>> cells = cells_of(pd.Series(["Action|Comedy", "Drama", "Action|Drama"]), "genre")
    >>> fit_list(cells, ColumnGuess("list")).feature_names
    ('genre has Action', 'genre has Drama', 'genre has (rare)')
    """
    separator = guess.separator or separator_of(cells.values)
    counts: Counter[str] = Counter()
    for value, count in zip(cells.values, cells.counts.tolist(), strict=True):
        for part in split_cell(value, separator):
            counts[part] += count
    flag = bool(cells.missing.any())
    values, pooled = frequent(counts, len(cells), flag)
    return ListColumn(cells.name, guess.reason, separator, values, pooled, flag, guess.also_missing)


def split_cell(value: Any, separator: str) -> tuple[str, ...]:
    """The distinct values of a cell, in their order.

    Examples
    --------
    >>> split_cell("b; a;; b", ";"), split_cell("['x', 'y']", ","), split_cell(("p", "q"), "|")
    (('b', 'a'), ('x', 'y'), ('p', 'q'))
    """
    if isinstance(value, tuple):
        parts: Sequence[str] = value
    else:
        text = label(value)
        if text[:1] + text[-1:] in _BRACKETS:
            parts = [part.strip().strip("'\"") for part in text[1:-1].split(separator)]
        else:
            parts = [part.strip() for part in text.split(separator)]
    return tuple(dict.fromkeys(part for part in parts if not is_missing(part)))


def separator_of(values: Sequence[Any]) -> str:
    """The separator that most of the cells have; the first of `SEPARATORS` where none has any."""
    texts = [value for value in values if isinstance(value, str)]
    return max(SEPARATORS, key=lambda separator: sum(separator in text for text in texts))
