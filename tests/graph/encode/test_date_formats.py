"""Dates in texts."""

from __future__ import annotations

from datetime import date, datetime, timedelta, timezone

import numpy as np
import pandas as pd
import pytest

from motifcnn.graph.encode.date_formats import FORMATS, format_of, read_dates


@pytest.mark.parametrize(
    ("texts", "form"),
    [
        (["2020-12-31", "2020-12-31T23:59:59Z", "2020-12-31 10:00"], "ISO8601"),
        (["2020-12", "2021-01"], "ISO8601"),
        (["31.12.2020", "1.2.2020"], "%d.%m.%Y"),
        (["31.12.2020 10:30"], "%d.%m.%Y %H:%M"),
        (["12/31/2020", "1/2/2020"], "%m/%d/%Y"),
        (["31/12/2020", "1/2/2020"], "%d/%m/%Y"),
        (["1/2/2020"], "%m/%d/%Y"),
        (["2020/12/31"], "ISO8601"),
        (["01-Jan-1995"], "%d-%b-%Y"),
        (["Apr 1 2000"], "%b %d %Y"),
        (["December 31, 2020"], "%B %d, %Y"),
    ],
)
def test_the_format_that_reads_most_is_found(texts: list[str], form: str) -> None:
    assert format_of(texts) == form
    assert not np.isnat(read_dates(texts, form)).any()


@pytest.mark.parametrize("form", FORMATS[1:])
def test_each_format_reads_what_strftime_writes(form: str) -> None:
    moment = datetime(2019, 11, 28, 17, 45, 30)
    text = moment.strftime(form)
    assert read_dates([text], form)[0].item() == datetime.strptime(text, form)


def test_dates_of_every_type_are_one_moment_in_utc() -> None:
    east = timezone(timedelta(hours=2))
    values = [
        "2020-01-01T12:00:00+02:00",
        datetime(2020, 1, 1, 12, tzinfo=east),
        datetime(2020, 1, 1, 10),
        pd.Timestamp("2020-01-01 10:00"),
    ]
    assert set(read_dates(values, "ISO8601").tolist()) == {datetime(2020, 1, 1, 10)}
    assert (
        read_dates([date(2020, 1, 1), 2020, 20200101], "ISO8601").tolist()
        == [datetime(2020, 1, 1)] * 3
    )


def test_everything_else_is_no_date() -> None:
    assert np.isnat(read_dates(["x", "2020-13-01", 1.5, True, ("a",)], "ISO8601")).all()
