"""True and false in every spelling."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest

from motifcnn.errors import GraphError
from motifcnn.graph.encode.booleans import fit_boolean
from motifcnn.graph.encode.cells import cells_of
from motifcnn.graph.encode.kinds import ColumnGuess


@pytest.mark.parametrize(
    "pair",
    [(True, False), ("yes", "no"), ("TRUE", "False"), ("t", "f"), ("1", "0"), (1, 0), (1.0, 0.0)],
)
def test_every_spelling_is_one_and_zero(pair: tuple[Any, Any]) -> None:
    cells = cells_of(pd.Series([*pair, pair[0]]), "open")
    column = fit_boolean(cells, ColumnGuess("boolean"))
    assert column.feature_names == ("open",)
    assert column.encode(cells).toarray().tolist() == [[1], [0], [1]]


def test_missing_is_zero_and_flagged() -> None:
    cells = cells_of(pd.Series([True, None, False]), "open")
    column = fit_boolean(cells, ColumnGuess("boolean"))
    assert column.encode(cells).toarray().tolist() == [[1, 0], [0, 1], [0, 0]]
    assert column.width == 2
    assert column.describe() == "1 for true, 0 for false"


def test_a_spelling_of_one_table_is_read_in_another() -> None:
    column = fit_boolean(cells_of(pd.Series(["yes", "no"]), "open"), ColumnGuess("boolean"))
    assert column.encode(cells_of(pd.Series([True, False]), "open")).toarray().tolist() == [
        [1],
        [0],
    ]


def test_anything_else_is_refused() -> None:
    with pytest.raises(GraphError, match="column 'open', row 1: 'maybe' is not true or false"):
        fit_boolean(cells_of(pd.Series(["yes", "maybe"]), "open"), ColumnGuess("boolean"))
