"""Kinds of columns as they come from files and frames."""

from __future__ import annotations

from datetime import date
from typing import Any

import pandas as pd
import pytest

from motifcnn.graph.encode.guess import guess_kind

NUMBERS = [str(1.5 * i) for i in range(40)]
DAYS = [f"2020-{month:02}-{day:02}" for month in (1, 2) for day in range(1, 21)]


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ([None, "", "NA"], "skip"),
        (["x", "x"], "skip"),
        ([3.0, 3.0], "skip"),
        (["x", None, "x"], "category"),
        (["yes", None], "boolean"),
        (["yes", "no", None], "boolean"),
        (["T", "f"], "boolean"),
        (["0", "1", "1"], "boolean"),
        ([0, 1, 1], "boolean"),
        ([True, False], "boolean"),
        ([1.5, 2.5, 1.5], "number"),
        (["1,234.5", "3", " 12 "], "number"),
        ([2001, 1999, 1999], "number"),
        (list(range(1990, 2021)), "number"),
        ([date(2020, 1, 1), date(2021, 1, 1)], "date"),
        (["2020-01-01", "2021-01-01", None], "date"),
        (["31.12.2020", "1.1.2021"], "date"),
        ([["a"], ["a", "b"], None], "list"),
        (["Action|Comedy", "Drama", "Action"], "list"),
        (["a; b", "b; c"], "list"),
        (["a, b", "b, c", "a"], "list"),
        (["01", "02", "01"], "category"),
        (["0930", "1015", "0930"], "category"),
        (["fr", "de", "fr"], "category"),
        (["A17", "B22", "C03"], "skip"),
        (["a red car", "an old bus", "two blue cars"], "text"),
    ],
)
def test_kinds(values: list[Any], kind: str) -> None:
    assert guess_kind(pd.Series(values)).kind == kind


def test_the_dtype_decides_where_it_says_more_than_the_values() -> None:
    assert guess_kind(pd.Series([1, 2, 1], dtype="category")).kind == "category"
    moments = pd.Series([10**18, 10**18 + 10**15])
    assert guess_kind(moments).kind == "number"
    assert guess_kind(moments.astype("datetime64[ns]")).kind == "date"


def test_details_say_how_cells_are_read() -> None:
    assert guess_kind(pd.Series(["3,14", "2,5"])).decimal == ","
    assert guess_kind(pd.Series(["31.12.2020", "1.1.2021"])).format == "%d.%m.%Y"
    assert guess_kind(pd.Series(["a;b", "b;c"])).separator == ";"


@pytest.mark.parametrize("name", ["genre_id", "genreId", "ID", "zip code", "TypeClass", "type"])
def test_few_whole_numbers_are_codes_by_their_name(name: str) -> None:
    guess = guess_kind(pd.Series([1, 2, 3, 1, 2]), name)
    assert guess.kind == "category"
    assert guess.reason == "3 whole numbers and a name that ends as codes do"


@pytest.mark.parametrize("name", ["stars", "paid", "prototype"])
def test_few_whole_numbers_are_numbers_without_such_a_name(name: str) -> None:
    assert guess_kind(pd.Series([1, 2, 3, 1, 2]), name).kind == "number"


def test_many_codes_are_numbers_and_the_reason_warns() -> None:
    guess = guess_kind(pd.Series([*range(20, 40), 20]), "zip_code")
    assert guess.kind == "number"
    assert "the name ends as codes do, but 20 values are many for a category" in guess.reason


def test_whole_numbers_that_are_all_different_are_keys_by_name_or_by_counting() -> None:
    assert guess_kind(pd.Series([17, 4, 99]), "movie_id").kind == "skip"
    assert "count from 1 to 4" in guess_kind(pd.Series([2, 1, 4, 3]), "row").reason
    assert guess_kind(pd.Series([170, 40, 990]), "population").kind == "number"


def test_a_few_other_texts_count_as_missing_and_are_named() -> None:
    guess = guess_kind(pd.Series([*NUMBERS, "tbd"]))
    assert (guess.kind, guess.also_missing) == ("number", ("tbd",))
    assert guess.reason == "numbers; counted as missing: 'tbd'"
    guess = guess_kind(pd.Series([*DAYS, "0000-00-00"]))
    assert (guess.kind, guess.also_missing) == ("date", ("0000-00-00",))


def test_a_single_leading_zero_makes_no_codes() -> None:
    assert guess_kind(pd.Series([*map(str, range(2, 300, 2)), "00"])).kind == "number"


def test_many_other_texts_make_another_kind() -> None:
    assert guess_kind(pd.Series([*NUMBERS, *["tbd"] * 5])).kind == "category"


def test_the_reason_tells_of_days_that_could_be_months() -> None:
    assert guess_kind(pd.Series(["1/2/2020", "3/4/2020"])).reason == (
        "dates of the form %m/%d/%Y (every one is also a date of the form %d/%m/%Y)"
    )
    assert "also" not in guess_kind(pd.Series(["1/2/2020", "3/14/2020"])).reason


def test_the_name_is_that_of_the_series_by_default() -> None:
    assert guess_kind(pd.Series([17, 4, 99], name="id")).kind == "skip"
