"""Categories: one feature per frequent value, one for the rare ones."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar

from scipy import sparse

from motifcnn.graph.encode.cells import Cells, label
from motifcnn.graph.encode.kinds import ColumnGuess, Kind
from motifcnn.graph.encode.missing import flag_name, with_flag
from motifcnn.graph.encode.pooling import RARE, frequent, multi_hot, rows_of
from motifcnn.readable import plural


@dataclass(frozen=True)
class CategoryColumn:
    """Encodes the value of a row as a 1 in the feature of that value.

    A value that was not seen counts as rare; without rare values its row is zero.

    Parameters
    ----------
    name, reason : str
    values : tuple of str
        Those with a feature, most frequent first.
    pooled : int
        The number of values that share the feature "(rare)"; there is none where it is 0.
    flag : bool
        Whether a feature flags missing values: there were some when the encoder was fitted.
    also_missing : tuple of str
        Texts that count as missing.
    """

    kind: ClassVar[Kind] = "category"
    name: str
    reason: str
    values: tuple[str, ...]
    pooled: int
    flag: bool
    also_missing: tuple[str, ...] = ()

    @property
    def feature_names(self) -> tuple[str, ...]:
        """`column = value` for each value, then the rare ones and the flag."""
        shown = [*self.values, *([RARE] if self.pooled else [])]
        flag = [flag_name(self.name)] if self.flag else []
        return (*(f"{self.name} = {value}" for value in shown), *flag)

    @property
    def width(self) -> int:
        """The values, the feature of the rare ones and the flag."""
        return len(self.values) + bool(self.pooled) + self.flag

    def encode(self, cells: Cells) -> sparse.csr_array:
        """One-hot rows: float32 (n, width)."""
        parts = [[label(value)] for value in cells.values]
        distinct = multi_hot(parts, self.values, bool(self.pooled))
        return with_flag(rows_of(distinct, cells.codes), cells.missing, self.flag)

    def describe(self) -> str:
        """The number of values in words."""
        text = f"one-hot, {plural(len(self.values), 'value')}"
        return text + (f" and {self.pooled:,} rare as one" if self.pooled else "")


def fit_category(cells: Cells, guess: ColumnGuess) -> CategoryColumn:
    """Chooses the values that keep a feature.

    Examples
    --------
    >>> import pandas as pd
    >>> from motifcnn.graph.encode.cells import cells_of
    >>> cells = cells_of(pd.Series(["fr", "de", "de", "fr", "it"]), "country")
    >>> fit_category(cells, ColumnGuess("category")).feature_names
    ('country = de', 'country = fr', 'country = (rare)')
    """
    counts: Counter[str] = Counter()
    for value, count in zip(cells.values, cells.counts.tolist(), strict=True):
        counts[label(value)] += count
    flag = bool(cells.missing.any())
    values, pooled = frequent(counts, len(cells), flag)
    return CategoryColumn(cells.name, guess.reason, values, pooled, flag, guess.also_missing)
