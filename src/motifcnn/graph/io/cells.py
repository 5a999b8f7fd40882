"""Cells of a table as a column of one kind: booleans, numbers, times, texts or tuples of texts."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import numpy as np
import numpy.typing as npt

from motifcnn.graph.columns import Column
from motifcnn.graph.ids import as_integers, is_unicode

_DECIMAL = re.compile(r"-?(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)
_EXACT = 2**53  # integers up to here are exact as float64


def column_of(values: npt.NDArray[Any]) -> Column | None:
    """Values of a table in memory as a column; None where a graph cannot keep them.

    Numbers with gaps become float64 with NaN, times `datetime64[us]` in UTC, lists tuples, and
    mixtures of texts and numbers texts.

    Parameters
    ----------
    values : (n,) array of any dtype
        A gap is None, NaN, NaT or pandas' NA.

    Examples
    --------
    >>> column_of(np.array([3, None], object))
    array([ 3., nan])
    >>> column_of(np.array([{}, None], object)) is None
    True
    """
    if values.dtype.kind == "M":
        return values.astype("datetime64[us]")
    if values.dtype.kind in "biuf" and values.dtype.itemsize <= 8:
        return values
    if values.dtype.kind not in "OUT":
        return None
    cells = [None if _is_gap(cell) else cell for cell in values.tolist()]
    there = [cell for cell in cells if cell is not None]
    if there and all(isinstance(cell, bool | np.bool_) for cell in cells):
        return np.array(cells, bool)
    if there and all(isinstance(cell, int | float | Decimal | np.number) for cell in there):
        return _numbers(cells, there)
    if there and all(isinstance(cell, date | np.datetime64) for cell in there):
        return np.array([_in_utc(cell) for cell in cells], "datetime64[us]")
    return _texts(cells)


def column_of_texts(cells: list[str]) -> Column:
    """Cells of a text file as a column; an empty cell is a gap.

    The column holds numbers where every cell that is not empty is one, else texts. "007" is a text,
    as it is among ids.

    Examples
    --------
    >>> column_of_texts(["3", "4"]), column_of_texts(["0.5", ""])
    (array([3, 4]), array([0.5, nan]))
    >>> column_of_texts(["3", "007", ""]).tolist()
    ['3', '007', None]
    """
    values = np.array([cell or None for cell in cells], object)
    there = values[values != None]  # noqa: E711 (element by element)
    integers, whole = as_integers(there)
    if len(there) and whole.all():
        if len(there) == len(values):
            return integers
        if max(map(abs, integers.tolist())) <= _EXACT:
            return _filled(values, integers)
    elif len(there) and all(_DECIMAL.fullmatch(cell) for cell in there.tolist()):
        return _filled(values, there)
    return values


def _filled(values: Column, there: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    result = np.full(len(values), np.nan)
    result[values != None] = there.astype(np.float64)  # noqa: E711
    return result


def is_empty(column: Column) -> bool:
    """Whether all values are gaps."""
    if column.dtype.kind == "O":
        return all(value is None for value in column.tolist())
    return column.dtype.kind in "fM" and bool(np.isnan(column).all())


def _is_gap(cell: Any) -> bool:
    if cell is None or type(cell).__name__ == "NAType":
        return True
    return isinstance(cell, float | Decimal | np.generic | date) and bool(cell != cell)


def _numbers(cells: list[Any], there: list[Any]) -> Column | None:
    whole = all(isinstance(cell, int | np.integer) for cell in there)
    if whole and len(there) == len(cells):
        for kind in (np.int64, np.uint64):
            if np.iinfo(kind).min <= min(there) and max(there) <= np.iinfo(kind).max:
                return np.array(cells, kind)
    if whole and max(map(abs, map(int, there))) > _EXACT:
        return _texts(cells)
    return np.array([np.nan if cell is None else float(cell) for cell in cells])


def _in_utc(cell: Any) -> Any:
    if isinstance(cell, datetime) and cell.tzinfo is not None:
        return cell.astimezone(UTC).replace(tzinfo=None)
    return cell


def _texts(cells: list[Any]) -> Column | None:
    result = np.empty(len(cells), object)
    for row, cell in enumerate(cells):
        if isinstance(cell, list | tuple | np.ndarray):
            parts = tuple(cell)
            if not all(isinstance(part, str) and is_unicode(part) for part in parts):
                return None
            result[row] = parts
        elif isinstance(cell, str | int | float | bool | Decimal | np.generic):
            result[row] = str(cell)
            if not is_unicode(result[row]):
                return None
        elif cell is not None:
            return None
    return result
