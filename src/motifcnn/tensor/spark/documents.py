"""The documents of a count on Spark: where links are, what a result holds, what a stage left."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from motifcnn.graph.schema_document import SchemaDocument
from motifcnn.motif.document import MotifDocument
from motifcnn.sealed.document import Document

Targets = Annotated[int, Field(ge=0, le=2**40)]  # a cluster counts more nodes than one process


class LinksEntry(Document):
    """The table of one relation."""

    path: str
    source: str = "source"
    target: str = "target"
    distinct: bool = False


class LinksDocument(Document):
    """What `links.json` holds."""

    schema_: Annotated[SchemaDocument, Field(alias="schema")]
    links: list[LinksEntry]
    counts: dict[str, Targets] | None = None


class RoleEntry(Document):
    """The table of one role."""

    label: str
    node_type: str
    members: Annotated[int, Field(ge=1, le=6)]
    columns: Targets
    path: str


class ResultDocument(Document):
    """What `metadata.json` of a result holds."""

    kind: Literal["motifcnn tensor of spark"]
    version: Literal[1]
    pattern: str
    motif: MotifDocument
    induced: bool
    form: str
    targets: Targets
    roles: list[RoleEntry]
    instances: str


class NoteDocument(Document):
    """What the note of a finished stage holds."""

    counters: dict[str, Any]
    values: dict[str, Any]
