"""The documents of a stored graph: what `graph.json`, a split and an encoder hold."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import AfterValidator, Field

from motifcnn.graph.schema_document import SchemaDocument
from motifcnn.sealed.document import Document, Integer
from motifcnn.sealed.limits import MAX_NODES

_IDS = re.compile(r"[<>=|]?(?:[iu][1248]|U\d{1,9}|O)")


def _dtype_of_ids(text: str) -> str:
    if not _IDS.fullmatch(text):
        raise ValueError("expected integers or texts, such as <i8 or <U12")
    return text


Nodes = Annotated[int, Field(ge=0, le=MAX_NODES)]
IdType = Annotated[str, AfterValidator(_dtype_of_ids)]


class ClassesDocument(Document):
    """The classes of one type."""

    classes: list[str]
    multi_label: bool


class LinkColumnsDocument(Document):
    """Where the columns of one relation's links are, and which of them are its ends."""

    file: str
    source: str
    target: str


class GraphDocument(Document):
    """What `graph.json` holds. Folders of earlier releases lack the keys with a default."""

    version: Literal[1]
    name: str
    schema_: Annotated[SchemaDocument, Field(alias="schema")]
    counts: dict[str, Nodes]
    ids: dict[str, IdType]
    nodes: dict[str, str]
    edges: list[str]
    features: dict[str, str]
    splits: dict[str, str]
    labels: dict[str, ClassesDocument] | None = None
    columns: dict[str, str] = Field(default_factory=dict)
    link_columns: list[LinkColumnsDocument | None] | None = None
    encoders: dict[str, str] = Field(default_factory=dict)


class SplitDocument(Document):
    """A split by the rows of its parts."""

    node_type: str
    train: list[Integer]
    val: list[Integer]
    test: list[Integer]


class EncoderDocument(Document):
    """A table encoder and the names of its arrays."""

    encoder: dict[str, Any]
    arrays: list[str]


def ids_dtype(text: str, longest: int, rows: int, room: int) -> np.dtype[Any]:
    """The dtype that a document gives to ids.

    Parameters
    ----------
    text : str
    longest : int
        Characters of the longest id that is a text.
    rows : int
    room : int
        Bytes that the ids may take.

    Raises
    ------
    ValueError
        If texts do not fit in, or the declared width takes more than the room.

    Examples
    --------
    >>> ids_dtype("<U5", 3, rows=10, room=1_000)
    dtype('<U5')
    """
    dtype = np.dtype(text)
    width = dtype.itemsize // 4
    if dtype.kind == "U" and not (longest <= width and rows * dtype.itemsize <= room):
        raise ValueError(
            f"ids of {width:,} characters, but the longest of {rows:,} has {longest:,}"
        )
    return dtype
