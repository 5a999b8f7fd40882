"""Dates: their parts and their age, never raw nanoseconds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.errors import GraphError
from motifcnn.graph.encode.cells import Cells
from motifcnn.graph.encode.date_formats import format_of, read_dates
from motifcnn.graph.encode.flagged import FlaggedColumn, flagged
from motifcnn.graph.encode.kinds import ColumnGuess, Kind
from motifcnn.graph.encode.missing import with_flag
from motifcnn.graph.encode.scaling import Scaling, fit_scaling

Dates = npt.NDArray[np.datetime64]

PERIODS = {"month": 12.0, "weekday": 7.0, "hour": 24.0}  # parts that begin again


@dataclass(frozen=True, kw_only=True)
class DateColumn(FlaggedColumn):
    r"""Encodes the parts of a date and its age.

    The year and the age are scaled as numbers are. A part p of period T (month 12, weekday 7,
    hour 24) is the point :math:`(\sin 2 \pi p / T, \cos 2 \pi p / T)`, so that December is beside
    January.

    Parameters
    ----------
    format : str
        Of dates in texts.
    parts : tuple of {"year", "month", "weekday", "hour", "age"}
        Those that differ between the dates of the fit.
    year, age : Scaling
    newest : str
        The newest date of the fit; the age is the number of days before it.
    """

    kind: ClassVar[Kind] = "date"
    format: str
    parts: tuple[str, ...]
    year: Scaling
    age: Scaling
    newest: str

    @property
    def value_names(self) -> tuple[str, ...]:
        """`column.part`, twice for parts that begin again."""
        return tuple(
            f"{self.name}.{part}{wave}"
            for part in self.parts
            for wave in ((" (sin)", " (cos)") if part in PERIODS else ("",))
        )

    def encode(self, cells: Cells) -> sparse.csr_array:
        """The parts: float32 (n, width)."""
        dates = required_dates(cells, self.format)
        columns: list[npt.NDArray[np.float64]] = []
        for part in self.parts:
            if part == "year":
                columns.append(self.year.apply(years(dates)))
            elif part == "age":
                columns.append(self.age.apply(days_before(dates, self.newest)))
            else:
                turn = 2 * np.pi * PARTS[part](dates) / PERIODS[part]
                columns += [np.sin(turn), np.cos(turn)]
        dense = [cells.rows(column, 0.0) for column in columns]
        shape = (len(dense), len(cells))
        matrix = np.array(dense, np.float32).reshape(shape).T
        return with_flag(sparse.csr_array(matrix), cells.missing, self.flag)

    def describe(self) -> str:
        """The parts, and what the age counts from."""
        return f"{', '.join(self.parts)} (days before {self.newest[:10]})"


def fit_date(cells: Cells, guess: ColumnGuess) -> DateColumn:
    """Chooses the parts of the dates and scales them.

    Examples
    --------
    >>> import pandas as pd
    >>> from motifcnn.graph.encode.cells import cells_of
    >>> cells = cells_of(pd.Series(["31.12.2019", "1.1.2020", "3.1.2020"]), "released")
    >>> fit_date(cells, ColumnGuess("date")).feature_names
    ('released.year', 'released.month (sin)', 'released.month (cos)',
     'released.weekday (sin)', 'released.weekday (cos)', 'released.age')
    """
    form = guess.format or format_of(cells.values)
    distinct = required_dates(cells, form)
    dates = distinct[cells.codes[~cells.missing]]
    newest = str(distinct.max()) if len(distinct) else "1970-01-01T00:00:00.000000"
    differing = [part for part, read in PARTS.items() if len(np.unique(read(distinct))) > 1]
    # Where every date is the first of a month, its weekday says nothing.
    if "weekday" in differing and not (distinct != distinct.astype("datetime64[M]")).any():
        differing.remove("weekday")
    return DateColumn(
        **flagged(cells, guess),
        format=form,
        parts=(*differing, "age"),
        year=fit_scaling(years(dates))[0],
        age=fit_scaling(days_before(dates, newest))[0],
        newest=newest,
    )


def required_dates(cells: Cells, form: str) -> Dates:
    """The distinct values as dates, or a `GraphError` that names the first that is none."""
    try:
        dates = read_dates(cells.values, form)
    except ValueError as error:  # the format itself is wrong
        raise GraphError(
            f"column {cells.name!r}: {form!r} is no format of dates ({error}); expected "
            "'ISO8601' or one of strptime, such as '%d.%m.%Y'"
        ) from error
    expected = "year-month-day" if form == "ISO8601" else form
    cells.require(~np.isnat(dates), f"a date of the form {expected}")
    return dates


def years(dates: Dates) -> npt.NDArray[np.int64]:
    """The year of each date."""
    return dates.astype("datetime64[Y]").astype(np.int64) + 1970


def months(dates: Dates) -> npt.NDArray[np.int64]:
    """The month of each date, January 0."""
    return dates.astype("datetime64[M]").astype(np.int64) % 12


def weekdays(dates: Dates) -> npt.NDArray[np.int64]:
    """The day of the week of each date, Monday 0."""
    return (dates.astype("datetime64[D]").astype(np.int64) + 3) % 7  # 1970 began on a Thursday


def hours(dates: Dates) -> npt.NDArray[np.float64]:
    """The time of day in hours, with fractions."""
    return _duration(dates - dates.astype("datetime64[D]"), "h")


def days_before(dates: Dates, newest: str) -> npt.NDArray[np.float64]:
    """The age of each date in days; below 0 where it is after the newest."""
    return _duration(np.datetime64(newest, "us") - dates, "D")


def _duration(span: npt.NDArray[np.timedelta64], unit: Literal["h", "D"]) -> npt.NDArray[Any]:
    return np.asarray(span / np.timedelta64(1, unit), np.float64)


PARTS = {"year": years, "month": months, "weekday": weekdays, "hour": hours}
