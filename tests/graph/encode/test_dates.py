"""Parts and age of dates against Python's calendar."""

from __future__ import annotations

import math
from datetime import datetime

import numpy as np
import pandas as pd
import pytest

from motifcnn.errors import GraphError
from motifcnn.graph.encode.cells import cells_of
from motifcnn.graph.encode.dates import fit_date, hours, months, weekdays, years
from motifcnn.graph.encode.kinds import ColumnGuess

MOMENTS = [datetime(1899, 12, 31, 23, 30), datetime(1970, 1, 1), datetime(2024, 2, 29, 6)]


def test_parts_are_those_of_the_calendar() -> None:
    dates = np.array(MOMENTS, "datetime64[us]")
    assert years(dates).tolist() == [m.year for m in MOMENTS]
    assert months(dates).tolist() == [m.month - 1 for m in MOMENTS]
    assert weekdays(dates).tolist() == [m.weekday() for m in MOMENTS]
    assert hours(dates).tolist() == [m.hour + m.minute / 60 for m in MOMENTS]


def test_features_by_hand() -> None:
    days = ["2000-01-15", "2001-04-16", None, "2002-07-17"]
    cells = cells_of(pd.Series(days), "released")
    column = fit_date(cells, ColumnGuess("date"))
    assert column.feature_names == (
        "released.year",
        "released.month (sin)",
        "released.month (cos)",
        "released.weekday (sin)",
        "released.weekday (cos)",
        "released.age",
        "released is missing",
    )
    encoded = column.encode(cells).toarray()
    assert encoded[:, 0].tolist() == [-1, 0, 0, 1]  # median 2001, quartiles 2000.5 and 2001.5
    np.testing.assert_allclose(encoded[[0, 1, 3], 1], [0, 1, 0], atol=1e-6)
    np.testing.assert_allclose(encoded[[0, 1, 3], 2], [1, 0, -1], atol=1e-6)
    saturday = 2 * math.pi * 5 / 7
    np.testing.assert_allclose(encoded[0, 3:5], [math.sin(saturday), math.cos(saturday)], rtol=1e-6)
    ages = [(datetime(2002, 7, 17) - datetime.fromisoformat(d)).days for d in days if d]
    low, centre, high = np.quantile(ages, [0.25, 0.5, 0.75])
    np.testing.assert_allclose(
        encoded[[0, 1, 3], 5], (np.array(ages) - centre) / (high - low), rtol=1e-6
    )
    assert encoded[2].tolist() == [0, 0, 0, 0, 0, 0, 1]
    assert column.describe() == "year, month, weekday, age (days before 2002-07-17)"


def test_only_parts_that_differ_are_kept() -> None:
    def parts(*texts: str) -> tuple[str, ...]:
        return fit_date(cells_of(pd.Series(texts), "x"), ColumnGuess("date")).parts

    assert parts("2001-01-01", "2002-01-01") == ("year", "age")
    assert parts("2001-01-01", "2001-02-01") == ("month", "age")
    assert parts("2001-01-01 10:00", "2001-01-01 11:00") == ("hour", "age")
    assert parts("2001-01-01", "2001-01-01") == ("age",)


def test_values_are_never_large() -> None:
    cells = cells_of(pd.Series(["0800-01-01", "2020-01-01", "2020-05-05"]), "x")
    encoded = fit_date(cells, ColumnGuess("date")).encode(cells).toarray()
    assert np.abs(encoded).max() <= 3


def test_a_date_after_the_newest_is_younger_than_any() -> None:
    column = fit_date(cells_of(pd.Series(["2001-01-05", "2003-02-07"]), "x"), ColumnGuess("date"))
    later = column.encode(cells_of(pd.Series(["2003-02-07", "2009-01-01"]), "x")).toarray()
    age = column.feature_names.index("x.age")
    assert later[1, age] < later[0, age]


def test_texts_that_are_no_dates_are_refused() -> None:
    column = fit_date(cells_of(pd.Series(["1.2.2001", "31.12.2003"]), "x"), ColumnGuess("date"))
    with pytest.raises(
        GraphError, match=r"column 'x', row 0: '2001-02-01' is not a date of the form"
    ):
        column.encode(cells_of(pd.Series(["2001-02-01"]), "x"))


def test_a_format_that_is_none_is_refused() -> None:
    cells = cells_of(pd.Series(["1.2.2001"]), "x")
    with pytest.raises(GraphError, match="column 'x': '%Q' is no format of dates"):
        fit_date(cells, ColumnGuess("date", format="%Q"))
