"""Distinct values of a column, whatever its dtype."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

from motifcnn.errors import GraphError
from motifcnn.graph.encode.cells import cells_of, label


@pytest.mark.parametrize(
    ("values", "dtype"),
    [
        (["b", " a ", None, "a"], object),
        (["b", " a ", None, "a"], "str"),
        (["b", " a ", None, "a"], "category"),
        (["b", "a", "?", "a"], "string"),
    ],
)
def test_texts_are_stripped_and_markers_are_missing(values: list[Any], dtype: Any) -> None:
    cells = cells_of(pd.Series(values, dtype=dtype), "x")
    assert [None if code < 0 else cells.values[code] for code in cells.codes] == [
        "b",
        "a",
        None,
        "a",
    ]
    assert cells.missing.tolist() == [False, False, True, False]
    assert dict(zip(cells.values, cells.counts.tolist(), strict=True)) == {"b": 1, "a": 2}


@pytest.mark.parametrize("dtype", ["int64", "Int8", "float32", "UInt16", object])
def test_numbers_become_python_numbers(dtype: str) -> None:
    cells = cells_of(pd.Series([3, 1, 3], dtype=dtype), "x")
    assert cells.values == (3, 1)
    assert all(type(value) in (int, float) for value in cells.values)
    assert cells.codes.tolist() == [0, 1, 0]


def test_equal_values_of_other_types_stay_apart() -> None:
    assert cells_of(pd.Series([1, True, 1.0], dtype=object), "x").codes.tolist() == [0, 1, 2]


def test_lists_of_any_form_are_tuples_of_texts() -> None:
    values = [["b", 2], ("b", "2"), {"b"}, np.array([1.0, np.nan]), []]
    cells = cells_of(pd.Series(values), "x")
    assert cells.values == (("b", "2"), ("b",), ("1",), ())
    assert cells.codes.tolist() == [0, 0, 1, 2, 3]


def test_more_texts_can_count_as_missing() -> None:
    cells = cells_of(pd.Series(["1", "tbd", "2", "tbd"]), "x").without({"tbd", "other"})
    assert cells.values == ("1", "2")
    assert cells.codes.tolist() == [0, -1, 1, -1]


def test_what_is_known_per_value_spreads_to_rows() -> None:
    cells = cells_of(pd.Series(["b", None, "a", "b"]), "x")
    assert cells.rows(np.array([10.0, 20.0]), -1.0).tolist() == [10, -1, 20, 10]


def test_an_unreadable_value_is_named_with_its_place() -> None:
    cells = cells_of(pd.Series(["1", "x", "x"]), "year", lambda row: f"films.csv, line {row + 2}")
    with pytest.raises(GraphError, match=r"'year', films.csv, line 3: 'x' is not a number, and 1"):
        cells.require(np.array([True, False]), "a number")
    cells.require(np.array([True, True]), "a number")


@pytest.mark.parametrize(("value", "text"), [(3, "3"), (3.0, "3"), (2.5, "2.5"), (True, "True")])
def test_labels_agree_across_dtypes(value: Any, text: str) -> None:
    assert label(value) == text
