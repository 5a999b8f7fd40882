"""Numbers as people write them, and their features."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from typing import Any

import numpy as np
import pandas as pd
import pytest

from motifcnn.errors import GraphError
from motifcnn.graph.encode.cells import cells_of
from motifcnn.graph.encode.kinds import ColumnGuess
from motifcnn.graph.encode.numbers import decimal_of, fit_number, read_numbers


@pytest.mark.parametrize(
    ("text", "decimal", "number"),
    [
        ("12", ".", 12),
        (" 12 ", ".", 12),
        ("-1.5e3", ".", -1500),
        ("1,234.5", ".", 1234.5),
        ("1,234,567", ".", 1234567),
        ("1 234", ".", 1234),
        (".5", ".", 0.5),
        ("5.", ".", 5),
        ("+3", ".", 3),
        ("\u22123", ".", -3),
        ("$1,000", ".", 1000),
        ("12 %", ".", 12),
        ("-inf", ".", -np.inf),
        ("3,14", ",", 3.14),
        ("1.234,5", ",", 1234.5),
        ("1'234,5", ",", 1234.5),
    ],
)
def test_texts_are_read_as_numbers(text: str, decimal: str, number: float) -> None:
    assert read_numbers([text], decimal).tolist() == [number]


@pytest.mark.parametrize(
    "text", ["3,14", "1,2345", "1.2.3", ".", "e5", "12a", "0x10", "1_000", "٣"]
)
def test_other_texts_are_no_numbers(text: str) -> None:
    assert np.isnan(read_numbers([text], ".")).all()


def test_other_types_are_read_where_they_have_a_size() -> None:
    values: list[Any] = [Decimal("1.5"), timedelta(minutes=2), True, 10**400, -(10**400), 2j]
    expected = [1.5, 120, 1, np.inf, -np.inf, np.nan]
    np.testing.assert_array_equal(read_numbers(values, "."), expected)


def test_the_decimal_sign_is_the_one_that_reads_more() -> None:
    assert decimal_of(["1,5", "2,25", "3"]) == ","
    assert decimal_of(["1,500", "2,250"]) == "."
    assert decimal_of(["1,500", "2,5"]) == ","
    assert decimal_of(["1.234.567", "2.5"]) == "."
    assert decimal_of(["1.234.567", "2.500"]) == ","
    assert decimal_of([1.5, 2]) == "."


def test_features_by_hand() -> None:
    cells = cells_of(pd.Series([10, 20, None, 30, 40, 50, 999]), "x")
    column = fit_number(cells, ColumnGuess("number"))
    # Sorted: 10 20 30 40 50 999; median 35, quartiles 22.5 and 47.5.
    assert (column.scaling.centre, column.scaling.spread) == (35, 25)
    expected = [[-1, 0], [-0.6, 0], [0, 1], [-0.2, 0], [0.2, 0], [0.6, 0], [3, 0]]
    np.testing.assert_allclose(column.encode(cells).toarray(), np.array(expected, np.float32))
    assert column.feature_names == ("x", "x is missing")
    assert column.describe() == "centred at 35, divided by 25, within ±3"


def test_without_missing_values_there_is_no_flag_and_a_later_gap_is_the_median() -> None:
    column = fit_number(cells_of(pd.Series([1, 2, 3]), "x"), ColumnGuess("number"))
    assert column.feature_names == ("x",)
    assert column.encode(cells_of(pd.Series([None, "3"]), "x")).toarray().tolist() == [[0], [1]]


def test_the_reason_says_when_the_logarithm_is_taken() -> None:
    cells = cells_of(pd.Series([1] * 20 + [2] * 20 + [10**6]), "x")
    column = fit_number(cells, ColumnGuess("number", "whole numbers"))
    assert column.reason.startswith("whole numbers; heavy-tailed (skewness 6.2), so log(1 + x)")
    assert column.describe().startswith("log(1 + x) centred at")


def test_a_text_in_a_column_of_numbers_is_refused_with_its_place() -> None:
    column = fit_number(cells_of(pd.Series([1, 2, 3]), "year"), ColumnGuess("number"))
    with pytest.raises(
        GraphError, match=r"column 'year', row 1: 'x' is not a number .*another kind"
    ):
        column.encode(cells_of(pd.Series(["1", "x"]), "year"))
    with pytest.raises(GraphError, match="'year', row 0: 'x'"):
        fit_number(cells_of(pd.Series(["x", "1"]), "year"), ColumnGuess("number"))
