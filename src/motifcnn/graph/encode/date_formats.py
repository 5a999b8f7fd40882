"""Dates in texts: the formats that are tried, and how they are read."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

import numpy as np
import numpy.typing as npt

ISO = "ISO8601"
_DAYS = (
    "%d.%m.%Y",
    "%m/%d/%Y",  # before day/month: where both read every cell, this one is taken
    "%d/%m/%Y",
    "%Y/%m/%d",
    "%m-%d-%Y",
    "%d-%m-%Y",
    "%d-%b-%Y",
    "%d %b %Y",
    "%d %B %Y",
    "%b %d %Y",
    "%B %d %Y",
    "%b %d, %Y",
    "%B %d, %Y",
)
FORMATS = (ISO, *(day + time for day in _DAYS for time in ("", " %H:%M", " %H:%M:%S")))
_SAMPLE = 200


def read_dates(values: Sequence[Any], form: str) -> npt.NDArray[np.datetime64]:
    """The values as dates in UTC, NaT where one is none.

    Values that are dates already have no format. A whole number is a year or, with eight digits,
    a day.

    Parameters
    ----------
    values : sequence of str, int, date or datetime
    form : str
        "ISO8601" or a format of `strptime`, for texts.

    Returns
    -------
    array of datetime64[us] (len(values),)

    Examples
    --------
    >>> read_dates(["31.12.2020", "31.13.2020"], "%d.%m.%Y").astype("datetime64[D]").tolist()
    [datetime.date(2020, 12, 31), None]
    """
    import pandas as pd

    def read(rows: list[int], given: list[Any], form: str | None) -> None:
        if rows:
            index = pd.Index(given, dtype=object)
            dates = pd.to_datetime(index, errors="coerce", utc=True, format=form)
            result[rows] = dates.tz_localize(None).to_numpy().astype("datetime64[us]")

    result = np.full(len(values), np.datetime64("NaT"), "datetime64[us]")
    texts = [row for row, v in enumerate(values) if isinstance(v, str) or type(v) is int]
    dates = [row for row, v in enumerate(values) if isinstance(v, date)]
    read(texts, [str(values[row]) for row in texts], form)
    read(dates, [values[row] for row in dates], None)
    return result


def format_of(values: Sequence[Any]) -> str:
    """The format that reads most of the values; the first of `FORMATS` where several do.

    Examples
    --------
    >>> format_of(["2020-12-31"]), format_of(["31/12/2020", "1/2/2020"])
    ('ISO8601', '%d/%m/%Y')
    """
    sample = values[:_SAMPLE]
    plausible = [form for form in FORMATS if 2 * readable(sample, form) >= len(sample)]
    return max(plausible, key=lambda form: readable(values, form), default=ISO)


def readable(values: Sequence[Any], form: str) -> int:
    """How many of the values are dates of the format."""
    return int((~np.isnat(read_dates(values, form))).sum())
