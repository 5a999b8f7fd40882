"""What encoders of categories and of lists share: a feature per frequent value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from scipy import sparse

from motifcnn.graph.encode.cells import Cells
from motifcnn.graph.encode.flagged import FlaggedColumn, flagged
from motifcnn.graph.encode.kinds import ColumnGuess
from motifcnn.graph.encode.missing import with_flag
from motifcnn.graph.encode.pooling import RARE, frequent, multi_hot, rows_of
from motifcnn.readable import plural


@dataclass(frozen=True, kw_only=True, eq=False)
class PooledColumn(FlaggedColumn):
    """A feature per frequent value, then one that the rare values share.

    Parameters
    ----------
    values : tuple of str
        Those with a feature, most frequent first.
    pooled : int
        The number of values that share the feature "(rare)"; there is none where it is 0.
    """

    form: ClassVar[str]
    sign: ClassVar[str]
    values: tuple[str, ...]
    pooled: int

    @property
    def value_names(self) -> tuple[str, ...]:
        """The column, the sign and the value, for each value; then the rare ones."""
        shown = [*self.values, *([RARE] if self.pooled else [])]
        return tuple(f"{self.name} {self.sign} {value}" for value in shown)

    def encode_parts(self, cells: Cells, parts: Sequence[Sequence[str]]) -> sparse.csr_array:
        """A 1 for each part of a distinct cell: float32 (n, width)."""
        distinct = multi_hot(parts, self.values, bool(self.pooled))
        return with_flag(rows_of(distinct, cells.codes), cells.missing, self.flag)

    def describe(self) -> str:
        """The number of values in words."""
        text = f"{self.form}, {plural(len(self.values), 'value')}"
        return text + (f" and {self.pooled:,} rare as one" if self.pooled else "")


def pooled(cells: Cells, guess: ColumnGuess, counts: Mapping[str, int]) -> dict[str, Any]:
    """The fields of a `PooledColumn` whose values are in that many cells.

    Examples
    --------
    >>> import pandas as pd
    >>> from motifcnn.graph.encode.cells import cells_of
    >>> cells = cells_of(pd.Series(["fr", "de", "fr"]), "country")
    >>> pooled(cells, ColumnGuess("category"), {"fr": 2, "de": 1})["values"]
    ('fr',)
    """
    own = flagged(cells, guess)
    values, rare = frequent(counts, len(cells), own["flag"])
    return own | {"values": values, "pooled": rare}
