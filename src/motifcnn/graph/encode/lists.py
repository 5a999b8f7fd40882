"""Several values in one cell: one feature per frequent value, one for the rare ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from scipy import sparse

from motifcnn.graph.encode.cells import Cells, label
from motifcnn.graph.encode.kinds import ColumnGuess, Kind
from motifcnn.graph.encode.missing import is_missing
from motifcnn.graph.encode.pooled import PooledColumn, pooled

SEPARATORS = ("|", ";", ",")
_BRACKETS = ("[]", "{}")


@dataclass(frozen=True, kw_only=True)
class ListColumn(PooledColumn):
    """Encodes each value of a cell as a 1 in the feature of that value.

    Values that were not seen count as rare, where there are rare ones.

    Parameters
    ----------
    separator : str
        Between the values of a text.
    """

    kind: ClassVar[Kind] = "list"
    form: ClassVar[str] = "multi-hot"
    sign: ClassVar[str] = "has"
    separator: str

    def encode(self, cells: Cells) -> sparse.csr_array:
        """Multi-hot rows: float32 (n, width)."""
        return self.encode_parts(cells, [split_cell(v, self.separator) for v in cells.values])


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
    return ListColumn(**pooled(cells, guess, counts), separator=separator)


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
