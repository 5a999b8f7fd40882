"""Booleans: 0 or 1, with their missing values flagged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.graph.encode.cells import Cells, label
from motifcnn.graph.encode.flagged import FlaggedColumn, flagged
from motifcnn.graph.encode.kinds import ColumnGuess, Kind
from motifcnn.graph.encode.missing import with_flag

TRUE = frozenset({"true", "t", "yes", "y", "on", "1"})
FALSE = frozenset({"false", "f", "no", "n", "off", "0"})


@dataclass(frozen=True, kw_only=True)
class BooleanColumn(FlaggedColumn):
    """Encodes true as 1, false and missing as 0."""

    kind: ClassVar[Kind] = "boolean"

    def encode(self, cells: Cells) -> sparse.csr_array:
        """0 and 1: float32 (n, width)."""
        truth = read_booleans(cells.values)
        cells.require(truth >= 0, "true or false, yes or no, 1 or 0")
        dense = cells.rows(truth, 0).astype(np.float32)
        return with_flag(sparse.csr_array(dense[:, None]), cells.missing, self.flag)

    def describe(self) -> str:
        """The two values in words."""
        return "1 for true, 0 for false"


def fit_boolean(cells: Cells, guess: ColumnGuess) -> BooleanColumn:
    """Fits an encoder of booleans.

    Examples
    --------
    >>> import pandas as pd
    >>> from motifcnn.graph.encode.cells import cells_of
    >>> cells = cells_of(pd.Series(["yes", "no", None]), "open")
    >>> column = fit_boolean(cells, ColumnGuess("boolean"))
    >>> column.feature_names, column.encode(cells).toarray().tolist()
    (('open', 'open is missing'), [[1.0, 0.0], [0.0, 0.0], [0.0, 1.0]])
    """
    cells.require(read_booleans(cells.values) >= 0, "true or false, yes or no, 1 or 0")
    return BooleanColumn(**flagged(cells, guess))


def read_booleans(values: Sequence[Any]) -> npt.NDArray[np.int8]:
    """1 for true, 0 for false, -1 for anything else.

    Examples
    --------
    >>> read_booleans([True, "No", 1.0, "maybe"]).tolist()
    [1, 0, 1, -1]
    """
    words = [label(value).casefold() for value in values]
    return np.array([1 if w in TRUE else 0 if w in FALSE else -1 for w in words], np.int8)
