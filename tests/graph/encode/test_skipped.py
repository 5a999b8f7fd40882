"""A skipped column has rows and no features."""

from __future__ import annotations

import pandas as pd

from motifcnn.graph.encode.cells import cells_of
from motifcnn.graph.encode.kinds import ColumnGuess
from motifcnn.graph.encode.skipped import fit_skipped


def test_nothing_is_encoded() -> None:
    cells = cells_of(pd.Series(["k1", "k2"]), "key")
    column = fit_skipped(cells, ColumnGuess("skip", "a key"))
    assert column.encode(cells).shape == (2, 0)
    assert (column.feature_names, column.width, column.reason) == ((), 0, "a key")
    assert column.describe() == "left out"
