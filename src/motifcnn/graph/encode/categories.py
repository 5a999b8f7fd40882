"""Categories: one feature per frequent value, one for the rare ones."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar

from scipy import sparse

from motifcnn.graph.encode.cells import Cells, label
from motifcnn.graph.encode.kinds import ColumnGuess, Kind
from motifcnn.graph.encode.pooled import PooledColumn, pooled


@dataclass(frozen=True, kw_only=True)
class CategoryColumn(PooledColumn):
    """Encodes the value of a row as a 1 in the feature of that value.

    A value that was not seen counts as rare; without rare values its row is zero.
    """

    kind: ClassVar[Kind] = "category"
    form: ClassVar[str] = "one-hot"
    sign: ClassVar[str] = "="

    def encode(self, cells: Cells) -> sparse.csr_array:
        """One-hot rows: float32 (n, width)."""
        return self.encode_parts(cells, [[label(value)] for value in cells.values])


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
    return CategoryColumn(**pooled(cells, guess, counts))
