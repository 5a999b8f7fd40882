"""What kind of column it is, from its cells, with the reason in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from motifcnn.graph.encode.booleans import read_booleans
from motifcnn.graph.encode.cells import Cells, cells_of, examples, label
from motifcnn.graph.encode.date_formats import ISO, format_of, read_dates, readable
from motifcnn.graph.encode.guess_lists import guess_list
from motifcnn.graph.encode.guess_texts import guess_text
from motifcnn.graph.encode.kinds import ColumnGuess
from motifcnn.graph.encode.numbers import decimal_of, read_numbers
from motifcnn.readable import plural

if TYPE_CHECKING:
    import pandas as pd

READABLE = 0.95  # share of the values that must be numbers, or dates, to make a column of them
LEADING_ZEROS = 0.01  # share of the texts past which digits are codes; a single 00 may be a slip
FEW_CODES = 10
CODE_NAMES = ("id", "code", "type", "class")
KEY_NAMES = ("id", "key", "code", "index", "uuid", "nr", "no")


def guess_kind(values: pd.Series[Any], name: str = "") -> ColumnGuess:
    """The kind of a column.

    The order of the questions: no value or one value, true and false, numbers, dates, several
    values per cell, then keys, categories and free text.

    Parameters
    ----------
    values : Series of any dtype
        Cells of text files are texts.
    name : str
        The column; default: the name of the series.

    Examples
    --------
    >>> import pandas as pd
    >>> guess_kind(pd.Series(["3,14", "2,5", "3,14"]), "price")
    ColumnGuess(kind='number', reason="numbers with decimal sign ','", ..., decimal=',', ...)
    """
    return guess_cells(cells_of(values, name or str(values.name or "")))


def guess_cells(cells: Cells) -> ColumnGuess:
    """The kind of a column of cells; see `guess_kind`."""
    values = cells.values
    if not values:
        return ColumnGuess("skip", "no row has a value")
    if any(isinstance(value, tuple) for value in values):
        return ColumnGuess("list", "cells are lists")
    booleans = bool((read_booleans(values) >= 0).all())
    if len({label(value) for value in values}) == 1:
        only = label(values[0])
        if not cells.missing.any():
            return ColumnGuess("skip", f"every row has the same value, {only!r}")
        return ColumnGuess("boolean" if booleans else "category", f"{only!r} or missing")
    if cells.categorical:
        return ColumnGuess("category", "the column's dtype is category")
    if booleans:
        return ColumnGuess("boolean", f"only {examples(values)}")
    return _number(cells) or _date(cells) or guess_list(cells) or guess_text(cells)


def _number(cells: Cells) -> ColumnGuess | None:
    decimal = decimal_of(cells.values)
    numbers = read_numbers(cells.values, decimal)
    others = _few_others(cells, ~np.isnan(numbers))
    if others is None:
        return None
    texts = [value for value in cells.values if isinstance(value, str)]
    zeros = sum(len(text) > 1 and text.isdigit() and text[0] == "0" for text in texts)
    if zeros > LEADING_ZEROS * len(texts):
        return None  # 007 is a code
    numbers = numbers[~np.isnan(numbers)]
    whole = bool((numbers == np.floor(numbers)).all())
    distinct = len(numbers)
    codes = whole and _ends_in(cells.name, CODE_NAMES)
    if whole and distinct == len(cells) > 2 and (why := _numeric_key(cells.name, numbers)):
        return ColumnGuess("skip", f"every row has another whole number and {why}: a key")
    if codes and distinct <= FEW_CODES:
        why = f"{plural(distinct, 'whole number')} and a name that ends as codes do"
        return ColumnGuess("category", why)
    reason = "whole numbers" if whole else "numbers"
    reason += f" with decimal sign {decimal!r}" if decimal == "," else ""
    if codes:
        reason += f"; the name ends as codes do, but {distinct:,} values are many for a category"
    return ColumnGuess(
        "number", reason + _and_missing(others), decimal=decimal, also_missing=others
    )


def _date(cells: Cells) -> ColumnGuess | None:
    form = format_of(cells.values)
    # Digits alone are dates to ISO 8601. Here they are codes: as numbers they were refused.
    digits = [isinstance(value, int) or label(value).isdigit() for value in cells.values]
    others = _few_others(cells, ~np.isnat(read_dates(cells.values, form)) & ~np.array(digits))
    if others is None:
        return None
    reason = "dates" if form == ISO else f"dates of the form {form}"
    swapped = form.replace("%m", "%_").replace("%d", "%m").replace("%_", "%d")
    if form.startswith(("%m/%d", "%m-%d")) and (
        readable(cells.values, swapped) == readable(cells.values, form)
    ):
        reason += f" (every one is also a date of the form {swapped})"
    return ColumnGuess("date", reason + _and_missing(others), format=form, also_missing=others)


def _few_others(cells: Cells, read: npt.NDArray[np.bool_]) -> tuple[str, ...] | None:
    """The texts that could not be read; None where they are too many, or not texts."""
    counts = cells.counts
    others = [value for value, ok in zip(cells.values, read.tolist(), strict=True) if not ok]
    if counts[read].sum() < READABLE * counts.sum():
        return None
    return tuple(others) if all(isinstance(value, str) for value in others) else None


def _and_missing(others: tuple[str, ...]) -> str:
    return f"; counted as missing: {examples(others)}" if others else ""


def _numeric_key(name: str, numbers: npt.NDArray[np.float64]) -> str | None:
    if _ends_in(name, KEY_NAMES):
        return "the name says so"
    first, last = numbers.min(), numbers.max()
    if first in (0, 1) and last - first == len(numbers) - 1:
        return f"they count from {first:.0f} to {last:.0f}"
    return None


def _ends_in(name: str, endings: tuple[str, ...]) -> bool:
    """Whether the last word of a name is one of these: `movie_id`, `movieId`, `id`.

    Examples
    --------
    >>> [_ends_in(name, ("id",)) for name in ("movie_id", "movieId", "ID", "paid")]
    [True, True, True, False]
    """
    for ending in endings:
        if name.casefold() == ending:
            return True
        before, end = name[: -len(ending)], name[-len(ending) :]
        if (
            end.casefold() == ending
            and before
            and (not before[-1].isalpha() or (before[-1].islower() and end[0].isupper()))
        ):
            return True
    return False
