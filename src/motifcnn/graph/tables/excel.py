"""Sheets of an Excel workbook as tables; needs the extra `excel`."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

from motifcnn.graph.tables.problems import Problem, TableError, refuse
from motifcnn.graph.tables.raw import RawTable


def read_workbook(path: Path) -> list[RawTable]:
    """One table per sheet that has cells; the first row names the columns.

    A workbook of one sheet gives a table of the file's name, others tables named by their sheets.
    """
    try:
        import openpyxl
    except ImportError as error:
        remedy = "install the extra: pip install 'motifcnn[excel]', or save the sheets as CSV"
        raise TableError([Problem(path.name, "Excel needs openpyxl", remedy)]) from error
    try:
        book = openpyxl.load_workbook(path, read_only=True, data_only=True)
        sheets = {sheet.title: list(sheet.iter_rows(values_only=True)) for sheet in book.worksheets}
        book.close()
    except (zipfile.BadZipFile, KeyError, OSError, ValueError) as error:
        problem = Problem(path.name, f"not an Excel workbook ({error})", "save it again as .xlsx")
        raise TableError([problem]) from error
    filled = {
        title: rows
        for title, rows in sheets.items()
        if any(cell is not None for row in rows for cell in row)
    }
    if not filled:
        raise TableError([Problem(path.name, "every sheet is empty", "fill it or remove it")])
    tables = []
    for title, rows in filled.items():
        name = path.stem if len(filled) == 1 else title
        file = path.name if len(filled) == 1 else f"{path.name}, sheet {title}"
        tables.append(_sheet(name, file, rows))
    return tables


def _sheet(name: str, file: str, rows: list[tuple[Any, ...]]) -> RawTable:
    import pandas as pd

    first = next(at for at, row in enumerate(rows) if any(cell is not None for cell in row))
    width = max(len(row) for row in rows)
    used = [at for at in range(width) if any(at < len(r) and r[at] is not None for r in rows)]
    names = ["" if (cell := _cell(rows[first], at)) is None else str(cell).strip() for at in used]
    problems = []
    for at, title in zip(used, names, strict=True):
        if not title:
            message = f"column {at + 1} has no name"
            problems.append(
                Problem(file, message, "name it in the first row", first + 1, f"column_{at + 1}")
            )
        elif names.count(title) > 1:
            message = f"the header names {title!r} twice"
            remedy = "give each column a name of its own"
            problems.append(Problem(file, message, remedy, first + 1, title, title))
    refuse(problems)
    body = rows[first + 1 :]
    while body and not any(cell is not None for cell in body[-1]):
        body.pop()
    frame = pd.DataFrame(
        {
            title: pd.Series([_cell(row, at) for row in body], dtype=object).infer_objects()
            for at, title in zip(used, names, strict=True)
        }
    )
    return RawTable(name, file, frame, first_line=first + 2)


def _cell(row: tuple[Any, ...], at: int) -> Any:
    return row[at] if at < len(row) else None
