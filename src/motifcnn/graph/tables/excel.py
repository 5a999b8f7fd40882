"""Sheets of an Excel workbook as tables; needs the extra `excel`."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

from motifcnn.graph.tables.encoding import read_file
from motifcnn.graph.tables.problems import TableError, TableProblem, refuse
from motifcnn.graph.tables.raw import RawTable
from motifcnn.readable import clipped, readable_size
from motifcnn.sealed.limits import unpacked_limit


def read_workbook(path: Path) -> list[RawTable]:
    """One table per sheet that has cells; the first row names the columns.

    A workbook of one sheet gives a table of the file's name, others tables named by their sheets.
    """
    try:
        import openpyxl
    except ImportError as error:
        remedy = "install the extra: pip install 'motifcnn[excel]', or save the sheets as CSV"
        raise TableError([TableProblem(path.name, "Excel needs openpyxl", remedy)]) from error
    data = read_file(path)
    try:
        _require_small(path, data)
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        sheets = {sheet.title: _rows(sheet) for sheet in book.worksheets}
        book.close()
    except TableError:
        raise
    except Exception as error:  # openpyxl lets every error of its parsers through
        reason = f"not an Excel workbook ({type(error).__name__}: {clipped(str(error))})"
        raise TableError([TableProblem(path.name, reason, "save it again as .xlsx")]) from error
    filled = {
        title: rows
        for title, rows in sheets.items()
        if any(cell is not None for row in rows for cell in row)
    }
    if not filled:
        raise TableError([TableProblem(path.name, "every sheet is empty", "fill it or remove it")])
    tables = []
    for title, rows in filled.items():
        name = path.stem if len(filled) == 1 else title
        file = path.name if len(filled) == 1 else f"{path.name}, sheet {title}"
        tables.append(_sheet(name, file, rows))
    return tables


def _require_small(path: Path, data: bytes) -> None:
    """Raises a `TableError` if the workbook, a zip archive, unpacks to more than it may."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        total = sum(entry.file_size for entry in archive.infolist())
    if total > (most := unpacked_limit(len(data))):
        message = f"unpacks to {readable_size(total)}, more than {readable_size(most)}"
        raise TableError([TableProblem(path.name, message, "save the sheets as CSV")])


def _rows(sheet: Any) -> list[tuple[Any, ...]]:
    # Otherwise every row is as wide as the sheet declares, which may be 16,384 columns.
    sheet.reset_dimensions()
    return list(sheet.iter_rows(values_only=True))


def _sheet(name: str, file: str, rows: list[tuple[Any, ...]]) -> RawTable:
    import pandas as pd

    first = next(at for at, row in enumerate(rows) if any(cell is not None for cell in row))
    used = sorted({at for row in rows for at, cell in enumerate(row) if cell is not None})
    names = ["" if (cell := _cell(rows[first], at)) is None else str(cell).strip() for at in used]
    problems = []
    for at, title in zip(used, names, strict=True):
        if not title:
            message = f"column {at + 1} has no name"
            problems.append(
                TableProblem(
                    file, message, "name it in the first row", first + 1, f"column_{at + 1}"
                )
            )
        elif names.count(title) > 1:
            message = f"the header names {title!r} twice"
            remedy = "give each column a name of its own"
            problems.append(TableProblem(file, message, remedy, first + 1, title, title))
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
