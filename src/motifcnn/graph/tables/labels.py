"""The label and the split column: which they are, and the classes in their cells."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from motifcnn.graph.encode.cells import Cells, cells_of, label
from motifcnn.graph.encode.guess import guess_cells
from motifcnn.graph.encode.lists import split_cell
from motifcnn.graph.encode.missing import is_missing
from motifcnn.graph.encode.numbers import decimal_of, read_numbers
from motifcnn.graph.labels import Labels
from motifcnn.graph.tables.problems import TableProblem
from motifcnn.graph.tables.profile import key_column
from motifcnn.graph.tables.raw import RawTable
from motifcnn.readable import plural

LABEL_NAMES = ("label", "class", "target", "y", "labels", "classes")
SPLIT_NAMES = ("split", "set", "subset", "partition", "fold", "part", "usage")
PARTS = {
    **dict.fromkeys(("train", "training", "tr"), "train"),
    **dict.fromkeys(("val", "valid", "validation", "dev", "development"), "val"),
    **dict.fromkeys(("test", "testing", "te"), "test"),
}
MOST_NUMBERS = 20  # distinct numbers of a label column, above which it is a quantity
MOST_CLASSES = 1000


def label_separator(values: Any, name: str) -> str | None:
    """The separator of several classes in one cell, where the cells have some."""
    guess = guess_cells(cells_of(values, name))
    return guess.separator if guess.kind == "list" else None


def label_problem(table: RawTable, column: str, separator: str | None) -> TableProblem | None:
    """Why a column cannot be a label: no values, one value, a quantity, or a name per row."""
    cells = cells_of(table.frame[column], column)
    where = f"{table.name}.{column}"

    def problem(message: str, remedy: str) -> TableProblem:
        return table.problem(f"{where} cannot be the label: {message}", remedy, column=column)

    if not cells.values:
        return problem("no row has a value", "name another column with --label TABLE.COLUMN")
    if separator is not None or any(isinstance(value, tuple) for value in cells.values):
        classes = {part for value in cells.values for part in _classes(value, separator)}
        return None if len(classes) > 1 else problem("all cells are equal", "name another column")
    numbers = read_numbers(cells.values, decimal_of(cells.values))
    if np.isfinite(numbers).all() and len(cells.values) > MOST_NUMBERS:
        return problem(
            f"{len(cells.values):,} different numbers are a quantity, not classes",
            "put them into a few ranges first (pandas.cut), or name another column",
        )
    if len(cells.values) == 1:
        only = label(cells.values[0])
        return problem(f"every row has the same value, {only!r}", "name another column")
    filled = int((~cells.missing).sum())
    if len(cells.values) == filled > 2 or len(cells.values) > MOST_CLASSES:
        return problem(
            f"{len(cells.values):,} different values in {filled:,} rows name nodes, not classes",
            "name a column whose values repeat",
        )
    return None


def labels_of(
    values: Any, name: str, rows: npt.NDArray[np.int64], separator: str | None
) -> Labels | None:
    """Labels of the nodes with a class.

    Parameters
    ----------
    values : Series (n,)
    name : str
    rows : (n,) int64
        The node of each row, -1 for none.
    separator : str or None
    """
    cells = cells_of(values, name)
    multi = separator is not None or any(isinstance(value, tuple) for value in cells.values)
    by_value = [_classes(value, separator) for value in cells.values]
    classes = tuple(_in_order({part for parts in by_value for part in parts}))
    place = {name: at for at, name in enumerate(classes)}
    kept = np.flatnonzero(~cells.missing & (rows >= 0))
    if not len(kept):
        return None
    kept = kept[np.unique(rows[kept], return_index=True)[1]]
    y: npt.NDArray[Any]
    if multi:
        of_value = np.zeros((len(by_value), len(classes)), bool)
        for at, parts in enumerate(by_value):
            of_value[at, [place[part] for part in parts]] = True
        y = of_value[cells.codes[kept]]
    else:
        y = np.array([place[parts[0]] for parts in by_value], np.int64)[cells.codes[kept]]
    return Labels(rows[kept], y, classes)


def unlabelled(table: RawTable, column: str) -> str | None:
    """A sentence about cells of the label that say "missing" in words: NA may be Namibia."""
    cells = key_column(table.frame[column], table.name, column)
    marks = [(v, int(n)) for v, n in zip(cells.values, cells.counts, strict=True) if is_missing(v)]
    if not marks:
        return None
    words = " and ".join(f"{plural(count, 'cell')} of {column!r} say {v!r}" for v, count in marks)
    return f"{table.file}: {words} and count as unlabelled"


def is_split(name: str, values: Any) -> bool:
    """Whether a column says which rows are for training, validation and test."""
    cells = cells_of(values, name)
    texts = {label(value).casefold() for value in cells.values}
    return (
        "train" in {PARTS.get(text) for text in texts}
        and len(texts) > 1
        and (all(text in PARTS for text in texts) or name.casefold() in SPLIT_NAMES)
    )


def split_parts(
    table: RawTable, column: str, labelled: npt.NDArray[np.bool_], rows: npt.NDArray[np.int64]
) -> tuple[dict[str, list[int]], list[TableProblem]]:
    """The nodes of each part, and the cells that name no part or a node without a label."""
    cells: Cells = cells_of(table.frame[column], column)
    parts: dict[str, list[int]] = {"train": [], "val": [], "test": []}
    problems: list[TableProblem] = []
    named = [PARTS.get(label(value).casefold()) for value in cells.values]
    for row in np.flatnonzero(~cells.missing).tolist():
        part, value = named[cells.codes[row]], label(cells.values[cells.codes[row]])
        if part is None:
            remedy = "write train, val, test or nothing"
            message = f"{value!r} is no part of a split"
            problems.append(table.problem(message, remedy, row=row, column=column, value=value))
        elif rows[row] >= 0 and labelled[rows[row]]:
            parts[part].append(int(rows[row]))
        elif rows[row] >= 0:
            message, remedy = f"in {value!r} but without a label", "give it a label or no part"
            problems.append(table.problem(message, remedy, row=row, column=column, value=value))
    return parts, problems


def _classes(value: Any, separator: str | None) -> Sequence[str]:
    if isinstance(value, tuple):
        return [label(part) for part in value]
    text = label(value)
    return split_cell(text, separator) if separator is not None else [text]


def _in_order(classes: set[str]) -> list[str]:
    if all(re.fullmatch(r"-?\d{1,18}", name) for name in classes):
        return sorted(classes, key=lambda name: (int(name), name))
    return sorted(classes)
