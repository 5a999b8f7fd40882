"""Cells as values of their kind: numbers, dates, lists, texts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from motifcnn.graph.columns import Column, truth_texts
from motifcnn.graph.encode.booleans import read_booleans
from motifcnn.graph.encode.cells import Cells, cells_of, label
from motifcnn.graph.encode.date_formats import format_of, read_dates
from motifcnn.graph.encode.lists import separator_of, split_cell
from motifcnn.graph.encode.numbers import decimal_of, read_numbers
from motifcnn.graph.tables.mapping import ColumnMapping
from motifcnn.graph.tables.problems import TableProblem
from motifcnn.graph.tables.raw import RawTable

LISTED = 3  # cells that a message lists per column
EXACT = 2**53  # whole numbers below it are exact as floats


def typed_column(
    table: RawTable, name: str, mapping: ColumnMapping
) -> tuple[Column, list[TableProblem]]:
    """A column of a table as an array that a graph keeps, and the cells that are of another kind.

    Numbers are int64 or float64 with NaN for a gap, dates `datetime64[us]`, the others objects.

    Examples
    --------
    >>> import pandas as pd
    >>> movies = RawTable("movies", "movies.csv", pd.DataFrame({"cost": ["1,5", ""]}))
    >>> typed_column(movies, "cost", ColumnMapping(kind="number", decimal=","))[0].tolist()
    [1.5, nan]
    """
    cells = cells_of(table.frame[name], name).without(mapping.missing)
    if mapping.kind == "number":
        decimal = mapping.decimal or decimal_of(cells.values)
        numbers = read_numbers(cells.values, decimal)
        bad = _others(table, cells, ~np.isnan(numbers), f"a number with decimal sign {decimal!r}")
        return _whole(cells.rows(numbers, np.nan)), bad
    if mapping.kind == "date":
        form = mapping.format or format_of(cells.values)
        dates = read_dates(cells.values, form)
        bad = _others(table, cells, ~np.isnat(dates), f"a date of the form {form}")
        return cells.rows(dates, np.datetime64("NaT")), bad
    if mapping.kind == "boolean":
        truth = read_booleans(cells.values)
        bad = _others(table, cells, truth >= 0, "true or false")
        if not cells.missing.any():
            return cells.rows(truth == 1, False), bad
        return _objects(cells, ["true" if value == 1 else "false" for value in truth]), bad
    if mapping.kind == "list":
        separator = mapping.separator or separator_of(cells.values)
        return _objects(cells, [split_cell(value, separator) for value in cells.values]), []
    return _objects(cells, [label(value) for value in cells.values]), []


def placed(values: Column, rows: npt.NDArray[np.int64], size: int) -> Column:
    """Values of rows as values of nodes, with a gap for a node that has no row.

    Parameters
    ----------
    values : (m,)
    rows : (m,) int64
        The node of each row, -1 for none.
    size : int
        Number of nodes.

    Examples
    --------
    >>> placed(np.array([5, 7]), np.array([2, 0]), 3).tolist()
    [7.0, nan, 5.0]
    """
    kept = rows >= 0
    gaps = int(kept.sum()) < size
    if values.dtype.kind in "iu" and gaps:
        values = values.astype(np.float64)
    if gaps:
        values = truth_texts(values)
    gap: Any = {"f": np.nan, "M": np.datetime64("NaT"), "O": None}.get(values.dtype.kind, 0)
    result = np.full(size, gap, values.dtype)
    result[rows[kept]] = values[kept]
    return result


def _objects(cells: Cells, per_value: Sequence[Any]) -> Column:
    found = np.empty(len(per_value) + 1, object)
    for at, value in enumerate(per_value):
        found[at] = value
    return found[cells.codes]


def _whole(numbers: npt.NDArray[np.float64]) -> npt.NDArray[Any]:
    if len(numbers) and np.isfinite(numbers).all() and (np.abs(numbers) < EXACT).all():
        whole = numbers.astype(np.int64)
        if (whole == numbers).all():
            return whole
    return numbers


def _others(
    table: RawTable, cells: Cells, read: npt.NDArray[np.bool_], expected: str
) -> list[TableProblem]:
    """The first cells that could not be read, and how many there are."""
    rows = np.flatnonzero(~cells.rows(read, True))
    problems = []
    for row in rows[:LISTED].tolist():
        value = label(cells.values[cells.codes[row]])
        more = f" ({len(rows):,} cells in all)" if len(rows) > 1 and row == rows[0] else ""
        remedy = "correct the cell, leave it empty, or give the column another kind in the mapping"
        problems.append(
            table.problem(
                f"{value!r} is not {expected}{more}",
                remedy,
                row=row,
                column=cells.name,
                value=value,
            )
        )
    return problems
