"""Cells become a column of the kind that all of them have."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal
from typing import Any

import numpy as np
import pandas as pd
import pytest

from motifcnn.graph.columns import same_columns
from motifcnn.graph.io.cells import column_of, column_of_texts, is_empty


def objects(*values: Any) -> Any:
    result = np.empty(len(values), object)
    result[:] = values
    return result


TWO_EAST = timezone(timedelta(hours=2))
MADE = {
    "numbers with gaps": (objects(3, None, float("nan"), 2.5), np.array([3, np.nan, np.nan, 2.5])),
    "integers": (objects(3, np.int8(4)), np.array([3, 4])),
    "integers past 63 bit": (objects(2**63, 0), np.array([2**63, 0], np.uint64)),
    "integers past 64 bit": (objects(2**64, 0), objects(str(2**64), "0")),
    "integers that float64 rounds": (objects(2**53 + 1, None), objects(str(2**53 + 1), None)),
    "decimals": (objects(Decimal("1.5"), 1), np.array([1.5, 1])),
    "booleans": (objects(True, False), np.array([True, False])),
    "booleans with gaps": (objects(True, None), np.array([1, np.nan])),
    "pandas integers": (pd.array([1, None], "Int64").to_numpy(), np.array([1, np.nan])),
    "dates": (
        objects(date(2020, 1, 2), pd.NaT, datetime(2020, 1, 2, 3)),
        np.array(["2020-01-02", "NaT", "2020-01-02T03"], "datetime64[us]"),
    ),
    "times with a zone": (
        objects(datetime(2020, 1, 2, 1, tzinfo=TWO_EAST), datetime(2020, 1, 2, tzinfo=UTC)),
        np.array(["2020-01-01T23", "2020-01-02"], "datetime64[us]"),
    ),
    "nanoseconds": (
        np.array(["2020-01-02"], "datetime64[ns]"),
        np.array(["2020-01-02"], "datetime64[us]"),
    ),
    "texts": (np.array(["a", "b"]), objects("a", "b")),
    "pandas texts": (pd.Series(["a", None]).to_numpy(), objects("a", None)),
    "lists": (objects(["a"], np.array(["b", "c"]), None), objects(("a",), ("b", "c"), None)),
    "texts and numbers": (objects("a", 1), objects("a", "1")),
    "only gaps": (objects(None, float("nan")), objects(None, None)),
}


@pytest.mark.parametrize(("given", "expected"), MADE.values(), ids=MADE)
def test_the_kind_follows_from_the_values(given: Any, expected: Any) -> None:
    found = column_of(given)
    assert found is not None
    assert same_columns({"": found}, {"": expected})


@pytest.mark.parametrize("given", [{}, [1], b"a", 1j, "\ud800", ["\ud800"]], ids=repr)
def test_what_no_column_holds_is_none(given: Any) -> None:
    assert column_of(objects(given, None)) is None


@pytest.mark.parametrize("kind", ["S1", "c16", "m8[s]", np.longdouble])
def test_a_dtype_that_no_column_has_is_none(kind: Any) -> None:
    assert column_of(np.zeros(2, kind)) is None


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        (["3", "-4"], np.array([3, -4])),
        (["3", ""], np.array([3, np.nan])),
        (["3", "0.5"], np.array([3, 0.5])),
        (["1e3", ".5", ""], np.array([1000, 0.5, np.nan])),
        (["3", "007"], objects("3", "007")),
        (["3", "07.5"], objects("3", "07.5")),
        (["1,5", ""], objects("1,5", None)),
        (["nan", "1"], objects("nan", "1")),
        (["inf", "1_000"], objects("inf", "1_000")),
        ([str(2**53 + 1), ""], objects(str(2**53 + 1), None)),
        ([str(2**53 + 1)], np.array([2**53 + 1])),
        ([str(-(2**63)), ""], objects(str(-(2**63)), None)),
        ([str(2**53), ""], np.array([2.0**53, np.nan])),
        (["", ""], objects(None, None)),
        ([], objects()),
    ],
)
def test_cells_of_a_text_file_are_numbers_where_all_of_them_are(
    cells: list[str], expected: Any
) -> None:
    assert same_columns({"": column_of_texts(cells)}, {"": expected})


def test_a_column_of_gaps_is_empty() -> None:
    assert is_empty(objects(None, None))
    assert is_empty(np.array([np.nan]))
    assert is_empty(np.array(["NaT"], "datetime64[us]"))
    assert not is_empty(objects(None, ""))
    assert not is_empty(np.array([0.0, np.nan]))
    assert not is_empty(np.array([False]))
