"""Columns that give no features: constants, keys, and those the mapping leaves out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from scipy import sparse

from motifcnn.graph.encode.cells import Cells
from motifcnn.graph.encode.kinds import ColumnGuess, Kind


@dataclass(frozen=True)
class SkippedColumn:
    """Encodes a column as nothing."""

    kind: ClassVar[Kind] = "skip"
    also_missing: ClassVar[tuple[str, ...]] = ()
    name: str
    reason: str

    @property
    def feature_names(self) -> tuple[str, ...]:
        return ()

    @property
    def width(self) -> int:
        return 0

    def encode(self, cells: Cells) -> sparse.csr_array:
        """A matrix without columns: (n, 0)."""
        return sparse.csr_array((len(cells), 0), dtype=np.float32)

    def describe(self) -> str:
        return "left out"


def fit_skipped(cells: Cells, guess: ColumnGuess) -> SkippedColumn:
    """Leaves the column out."""
    return SkippedColumn(cells.name, guess.reason)
