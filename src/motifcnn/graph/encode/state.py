"""Fitted columns as a JSON document and arrays, and back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any

import numpy as np
import numpy.typing as npt

from motifcnn.errors import GraphError
from motifcnn.graph.encode.booleans import BooleanColumn
from motifcnn.graph.encode.categories import CategoryColumn
from motifcnn.graph.encode.column import ColumnEncoder
from motifcnn.graph.encode.dates import DateColumn
from motifcnn.graph.encode.lists import ListColumn
from motifcnn.graph.encode.numbers import NumberColumn
from motifcnn.graph.encode.sentences import SentenceColumn
from motifcnn.graph.encode.skipped import SkippedColumn
from motifcnn.graph.encode.text import TextColumn

FORMAT = 1
# By the name that documents have for them.
ENCODERS: dict[str, type[Any]] = {
    "number": NumberColumn,
    "boolean": BooleanColumn,
    "category": CategoryColumn,
    "text": TextColumn,
    "sentences": SentenceColumn,
    "date": DateColumn,
    "list": ListColumn,
    "skip": SkippedColumn,
}
_NAMES = {encoder: name for name, encoder in ENCODERS.items()}


def columns_to_json(
    columns: Iterable[ColumnEncoder],
) -> tuple[dict[str, Any], dict[str, npt.NDArray[Any]]]:
    """The columns as a document for `json.dumps`, and their arrays by name.

    Examples
    --------
    >>> columns_to_json([SkippedColumn("key", "given")])
    ({'format': 1, 'columns': [{'encoder': 'skip', 'name': 'key', 'reason': 'given'}]}, {})
    """
    from pydantic import TypeAdapter

    entries: list[dict[str, Any]] = []
    arrays: dict[str, npt.NDArray[Any]] = {}
    for at, column in enumerate(columns):
        encoder: type[Any] = type(column)
        own = {
            field.name: value
            for field in fields(encoder)
            if isinstance(value := getattr(column, field.name), np.ndarray)
        }
        plain = TypeAdapter(encoder).dump_python(column, mode="json", exclude=set(own))
        entries.append({"encoder": _NAMES[encoder], **plain})
        arrays |= {f"{at}.{name}": array for name, array in own.items()}
    return {"format": FORMAT, "columns": entries}, arrays


def columns_from_json(
    document: Mapping[str, Any], arrays: Mapping[str, npt.NDArray[Any]]
) -> tuple[ColumnEncoder, ...]:
    """The columns of a document and its arrays; a `GraphError` where they describe none.

    Examples
    --------
    >>> columns_from_json({"format": 2}, {})
    Traceback (most recent call last):
    motifcnn.errors.GraphError: encoder of a table: format 2, expected 1; ...
    """
    from pydantic import TypeAdapter, ValidationError

    if document.get("format") != FORMAT:
        raise GraphError(
            f"encoder of a table: format {document.get('format')!r}, expected {FORMAT}; fit it "
            "again, or read it with the version that wrote it"
        )
    columns = []
    for at, entry in enumerate(document.get("columns", ())):
        where = f"encoder of a table, column {at}"
        plain = {name: value for name, value in entry.items() if name != "encoder"}
        encoder = ENCODERS.get(entry.get("encoder"))
        if encoder is None:
            raise GraphError(
                f"{where}: encoder {entry.get('encoder')!r}, expected one of {', '.join(ENCODERS)}"
            )
        own = {
            name.partition(".")[2]: array
            for name, array in arrays.items()
            if name.startswith(f"{at}.")
        }
        try:
            columns.append(TypeAdapter(encoder).validate_python(plain | own))
        except ValidationError as error:
            raise GraphError(f"{where}: {error}; fit the encoder again") from error
    return tuple(columns)
