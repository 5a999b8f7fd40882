"""Several values per cell."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest

from motifcnn.graph.encode.cells import cells_of
from motifcnn.graph.encode.kinds import ColumnGuess
from motifcnn.graph.encode.lists import fit_list, separator_of, split_cell


@pytest.mark.parametrize(
    "values",
    [
        ["Action|Comedy", "Drama", None, "Action|Drama"],
        ["Action; Comedy", "Drama", "?", "Action;Drama;"],
        ["['Action', 'Comedy']", '["Drama"]', "", "[Action,Drama]"],
        [["Action", "Comedy"], ["Drama"], None, ["Action", "Drama", "Action"]],
    ],
)
def test_features_by_hand(values: list[Any]) -> None:
    cells = cells_of(pd.Series(values), "genre")
    column = fit_list(cells, ColumnGuess("list"))
    assert column.feature_names == (
        "genre has Action",
        "genre has Drama",
        "genre has (rare)",
        "genre is missing",
    )
    expected = [[1, 0, 1, 0], [0, 1, 0, 0], [0, 0, 0, 1], [1, 1, 0, 0]]
    assert column.encode(cells).toarray().tolist() == expected
    assert column.describe() == "multi-hot, 2 values and 1 rare as one"


def test_an_empty_list_is_a_value_without_parts() -> None:
    cells = cells_of(pd.Series([["a"], ["a"], []]), "x")
    column = fit_list(cells, ColumnGuess("list"))
    assert column.encode(cells).toarray().tolist() == [[1], [1], [0]]


def test_missing_markers_among_the_parts_are_dropped() -> None:
    assert split_cell("a|NA||b", "|") == ("a", "b")
    assert split_cell(7.0, "|") == ("7",)


def test_the_separator_of_most_cells_is_taken() -> None:
    assert separator_of(["a, b", "c, d", "e|f"]) == ","
    assert separator_of([("a", "b")]) == "|"


def test_a_given_separator_is_kept() -> None:
    cells = cells_of(pd.Series(["a/b", "b/a"]), "x")
    assert fit_list(cells, ColumnGuess("list", separator="/")).values == ("a", "b")
