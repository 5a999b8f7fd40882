"""Numbers: scaled by median and interquartile range, with their missing values flagged."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.graph.encode.cells import Cells
from motifcnn.graph.encode.flagged import FlaggedColumn, flagged
from motifcnn.graph.encode.kinds import ColumnGuess, Kind
from motifcnn.graph.encode.missing import with_flag
from motifcnn.graph.encode.scaling import Scaling, fit_scaling


def _pattern(groups: str, decimal: str) -> re.Pattern[str]:
    return re.compile(
        r"(?P<sign>[+-]?)[$€£¥]?\s?"
        rf"(?P<whole>\d{{1,3}}(?:[{groups} '\u00a0\u202f]\d{{3}})+|\d*)"
        rf"(?:[{decimal}](?P<part>\d*))?(?P<exponent>e[+-]?\d+)?\s?[%$€£¥]?",
        re.ASCII | re.IGNORECASE,
    )


_TEXTS = {".": _pattern(",", "."), ",": _pattern(".", ",")}
_INFINITE = re.compile(r"([+-]?)inf(inity)?", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True)
class NumberColumn(FlaggedColumn):
    """Encodes numbers as one scaled feature; a missing number is the median.

    Parameters
    ----------
    scaling : Scaling
    decimal : {".", ","}
        The decimal sign of numbers in texts.
    """

    kind: ClassVar[Kind] = "number"
    scaling: Scaling
    decimal: str

    def encode(self, cells: Cells) -> sparse.csr_array:
        """The scaled numbers: float32 (n, width)."""
        numbers = required_numbers(cells, self.decimal)
        scaled = cells.rows(self.scaling.apply(numbers), 0.0).astype(np.float32)
        return with_flag(sparse.csr_array(scaled[:, None]), cells.missing, self.flag)

    def describe(self) -> str:
        """The scaling in words."""
        return self.scaling.describe()


def fit_number(cells: Cells, guess: ColumnGuess) -> NumberColumn:
    """Fits the scaling of a column of numbers.

    Examples
    --------
    >>> import pandas as pd
    >>> from motifcnn.graph.encode.cells import cells_of
    >>> cells = cells_of(pd.Series(["3,5", "4", "4,5", "5", "5,5"]), "mark")
    >>> column = fit_number(cells, ColumnGuess("number"))
    >>> column.encode(cells).toarray().ravel().tolist()
    [-1.0, -0.5, 0.0, 0.5, 1.0]
    """
    decimal = guess.decimal or decimal_of(cells.values)
    numbers = cells.rows(required_numbers(cells, decimal), np.nan)
    scaling, skewness = fit_scaling(numbers[~cells.missing])
    own = flagged(cells, guess)
    if scaling.log:
        own["reason"] += f"; heavy-tailed (skewness {skewness:.1f}), so log(1 + x) is scaled"
    return NumberColumn(**own, scaling=scaling, decimal=decimal)


def read_numbers(values: Sequence[Any], decimal: str) -> npt.NDArray[np.float64]:
    """The values as numbers, NaN where one is none.

    Texts may have thousands groups, a currency or per cent sign and an exponent.

    Examples
    --------
    >>> read_numbers(["1,234.5", " 12 ", "7 %", "x"], ".").tolist()
    [1234.5, 12.0, 7.0, nan]
    >>> read_numbers(["1.234,5"], ",").tolist()
    [1234.5]
    """
    return np.array([_number(value, decimal) for value in values], np.float64)


def required_numbers(cells: Cells, decimal: str) -> npt.NDArray[np.float64]:
    """The distinct values as numbers, or a `GraphError` that names the first that is none."""
    numbers = read_numbers(cells.values, decimal)
    cells.require(~np.isnan(numbers), f"a number with the decimal sign {decimal!r}")
    return numbers


def decimal_of(values: Sequence[Any]) -> str:
    """The decimal sign by which more of the values are numbers; a point where both read the same.

    Examples
    --------
    >>> decimal_of(["1,234", "3,14"]), decimal_of(["1,234", "2,345"])
    (',', '.')
    """
    texts = [value for value in values if isinstance(value, str)]
    if not any("," in text or text.count(".") > 1 for text in texts):
        return "."
    point, comma = (int((~np.isnan(read_numbers(values, sign))).sum()) for sign in ".,")
    return "," if comma > point else "."


def _number(value: Any, decimal: str) -> float:
    if isinstance(value, str):
        return _number_in_text(value.strip().replace("\u2212", "-"), decimal)
    if isinstance(value, timedelta):
        return value.total_seconds()
    if isinstance(value, int | float | Decimal):
        try:
            return float(value)
        except OverflowError:
            return float("inf") if value > 0 else float("-inf")
    return float("nan")


def _number_in_text(text: str, decimal: str) -> float:
    if infinite := _INFINITE.fullmatch(text):
        return float(f"{infinite[1]}inf")
    match = _TEXTS[decimal].fullmatch(text)
    if match is None or not (match["whole"] or match["part"]):
        return float("nan")
    whole = re.sub(r"\D", "", match["whole"]) or "0"
    return float(f"{match['sign']}{whole}.{match['part'] or '0'}{match['exponent'] or ''}")
