"""Columns of nodes and of links in Parquet files, every value and dtype exact.

Booleans, numbers and texts are Arrow's own. A time is `timestamp[us]`, a tuple of texts
`list<string>`. A column that mixes texts and tuples is a struct with one field for each.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from motifcnn.errors import GraphError
from motifcnn.graph.columns import Column, LinkTable
from motifcnn.graph.io.arrow import booleans, numbers, texts, times
from motifcnn.graph.io.parquet_table import read_table, write_table
from motifcnn.sealed import SealedFolder


def write_columns(columns: Mapping[str, Column], path: Path) -> None:
    """Writes columns as a Parquet file under their names."""
    write_table({name: to_arrow(values) for name, values in columns.items()}, path)


def read_columns(folder: SealedFolder, file: str) -> dict[str, Column]:
    """The columns that `write_columns` wrote."""
    table = read_table(folder, file)
    return {
        name: from_arrow(table.column(name), f"{folder.path / file}: column {name!r}")
        for name in table.column_names
    }


def write_links(links: LinkTable, path: Path) -> dict[str, str]:
    """Writes a link table; returns the names under which the file has the two ends.

    These are `source` and `target`, behind as many underscores as columns of that name need.
    """
    ends = {end: _free(end, links.columns) for end in ("source", "target")}
    rows = {column: getattr(links, end) for end, column in ends.items()}
    write_table(rows | {n: to_arrow(values) for n, values in links.columns.items()}, path)
    return ends


def read_links(folder: SealedFolder, file: str, ends: Mapping[str, str]) -> LinkTable:
    """The link table that `write_links` wrote."""
    columns = read_columns(folder, file)
    rows = []
    for end in ("source", "target"):
        if ends[end] not in columns:
            raise GraphError(
                f"{folder.path / file}: column {ends[end]!r} is missing, found {', '.join(columns)}"
            )
        rows.append(columns.pop(ends[end]))
        if rows[-1].dtype != np.int64:
            raise GraphError(
                f"{folder.path / file}: column {ends[end]!r} is {rows[-1].dtype}, expected int64"
            )
    return LinkTable(rows[0], rows[1], columns)


def to_arrow(values: Column) -> Any:
    """A column as an Arrow array.

    Examples
    --------
    >>> to_arrow(np.array(["2020-01-02", "NaT"], "datetime64[us]")).type
    TimestampType(timestamp[us])
    """
    import pyarrow as pa

    if values.dtype.kind != "O":
        return pa.array(values)
    cells = values.tolist()
    parts = pa.list_(pa.string())
    if not any(isinstance(cell, tuple) for cell in cells):
        return pa.array(cells, pa.string())
    if not any(isinstance(cell, str) for cell in cells):
        return pa.array(cells, parts)
    mixed = pa.struct([("text", pa.string()), ("texts", parts)])
    fields = [
        None if cell is None else {"text" if isinstance(cell, str) else "texts": cell}
        for cell in cells
    ]
    return pa.array(fields, mixed)


def from_arrow(column: Any, where: str) -> Column:
    """The column that `to_arrow` made; a `GraphError` for any other kind of Arrow array.

    Examples
    --------
    >>> from_arrow(to_arrow(np.array(["a", ("b", "c"), None], object)), "title").tolist()
    ['a', ('b', 'c'), None]
    """
    import pyarrow as pa

    kind = column.type
    try:
        if pa.types.is_boolean(kind):
            return booleans(column)
        if kind == pa.timestamp("us"):
            return times(column)
        if pa.types.is_integer(kind) or pa.types.is_floating(kind):
            return numbers(column)
    except GraphError as error:
        raise GraphError(f"{where}: {error}") from error
    cells = texts(column)
    if pa.types.is_string(kind):
        return cells
    if not _are_texts(kind) and not (
        pa.types.is_struct(kind)
        and [field.name for field in kind] == ["text", "texts"]
        and pa.types.is_string(kind[0].type)
        and _are_texts(kind[1].type)
    ):
        raise GraphError(f"{where}: holds {kind}; expected numbers, times, texts or lists of texts")
    result = np.empty(len(cells), object)
    for row, cell in enumerate(cells.tolist()):
        text, parts = (cell["text"], cell["texts"]) if isinstance(cell, dict) else (None, cell)
        result[row] = text if parts is None else tuple(parts)
    return result


def _are_texts(kind: Any) -> bool:
    import pyarrow as pa

    return bool(pa.types.is_list(kind) and pa.types.is_string(kind.value_type))


def _free(name: str, taken: Mapping[str, Any]) -> str:
    while name in taken:
        name = f"_{name}"
    return name
