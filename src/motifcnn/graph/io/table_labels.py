"""Labels and a split from columns of the nodes tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from motifcnn.errors import GraphError
from motifcnn.graph.io.table_nodes import NodeTable
from motifcnn.graph.labels import Labels, Split
from motifcnn.graph.schema import suggestion

Classes = Sequence[str] | Mapping[str, Sequence[str]]


def labels_of_columns(
    tables: Mapping[str, NodeTable], column: str, separator: str | None, classes: Classes | None
) -> dict[str, Labels]:
    """Labels by node type.

    Parameters
    ----------
    tables : mapping of node type to NodeTable
    column : str
        An empty cell is an unlabelled node; a list, or a text with `separator`, several classes.
    separator : str, optional
    classes : sequence of str, or mapping of node type to sequence of str, optional
        Types without given classes share those found in their cells.
    """
    cells = {
        t: [_classes(v, separator) for v in table.column(column).tolist()]
        for t, table in tables.items()
        if column in table.columns
    }
    given = (
        classes
        if isinstance(classes, Mapping)
        else {t: classes for t in tables if classes is not None}
    )
    for node_type in given:
        if node_type not in tables:
            raise GraphError(
                f"classes: unknown node type {node_type!r}{suggestion(node_type, tables)}"
            )
    found = {
        c: None
        for t, lists in cells.items()
        if t not in given
        for values in lists
        if values
        for c in values
    }
    # The number 1 and the text "1" are one class.
    shared = list(dict.fromkeys(str(c) for c in _sorted(list(found))))
    result = {}
    for node_type, lists in cells.items():
        known = [str(c) for c in given[node_type]] if node_type in given else shared
        place = {c: i for i, c in enumerate(known)}
        multi = separator is not None or any(
            isinstance(v, list | tuple | np.ndarray)
            for v in tables[node_type].column(column).tolist()
        )
        rows = [i for i, values in enumerate(lists) if values is not None]
        if not rows:
            continue
        y: npt.NDArray[Any] = (
            np.zeros((len(rows), len(known)), bool) if multi else np.zeros(len(rows), np.int64)
        )
        for at, row in enumerate(rows):
            for value in lists[row] or ():
                if str(value) not in place:
                    raise GraphError(
                        f"{tables[node_type].place(row)}: label {value!r} is not a "
                        f"class{suggestion(str(value), known)}"
                    )
                if multi:
                    y[at, place[str(value)]] = True
                else:
                    y[at] = place[str(value)]
        result[node_type] = Labels(np.array(rows), y, tuple(known))
    return result


def splits_of_columns(
    tables: Mapping[str, NodeTable], column: str, labels: Mapping[str, Labels]
) -> dict[str, Split]:
    """The split "public" from a column with "train", "val", "test" or nothing; on one type only."""
    result: dict[str, Split] = {}
    for node_type, table in tables.items():
        if column not in table.columns:
            continue
        parts: dict[str, list[int]] = {"train": [], "val": [], "test": []}
        for row, value in enumerate(table.column(column).tolist()):
            if _empty(value):
                continue
            if value not in parts:
                raise GraphError(
                    f"{table.place(row)}: split {value!r}; expected train, val, test or nothing"
                )
            if node_type not in labels or row not in labels[node_type].nodes:
                raise GraphError(
                    f"{table.place(row)}: node {table.ids[row].item()!r} is in the split but has "
                    "no label"
                )
            parts[value].append(row)
        if any(parts.values()):
            if result:
                raise GraphError(
                    f"split: nodes of {result['public'].node_type} and {node_type}; "
                    "a split is of one type"
                )
            result["public"] = Split(
                node_type, *(np.array(rows, np.int64) for rows in parts.values())
            )
    return result


def _empty(value: Any) -> bool:
    return (
        value is None
        or (isinstance(value, float) and value != value)
        or (isinstance(value, str) and not value)
    )


def _classes(value: Any, separator: str | None) -> list[Any] | None:
    if isinstance(value, list | tuple | np.ndarray):
        return [_whole(v) for v in value]
    if _empty(value):
        return None
    if separator is not None and isinstance(value, str):
        return [part.strip() for part in value.split(separator)]
    return [_whole(value)]


def _whole(value: Any) -> Any:
    """3 instead of 3.0: pandas turns integers with gaps into floats."""
    return (
        int(value)
        if isinstance(value, float | np.floating) and float(value).is_integer()
        else value
    )


def _sorted(values: list[Any]) -> list[Any]:
    texts = [str(v) for v in values]
    if all(text.lstrip("-").isdecimal() for text in texts):
        return sorted(values, key=lambda v: int(str(v)))
    return sorted(texts)
