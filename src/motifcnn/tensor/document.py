"""What `tensor.json` of a stored tensor holds."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from motifcnn.motif.document import MotifDocument
from motifcnn.sealed.document import Document
from motifcnn.sealed.limits import MAX_NODES


class RoleDocument(Document):
    """A role; `columns` is the number of nodes of its type."""

    label: str
    node_type: str
    columns: Annotated[int, Field(ge=0, le=MAX_NODES)]


class GraphNote(Document):
    """Which graph was counted in."""

    source: str = ""
    fingerprint: str


class TensorDocument(Document):
    """A tensor; earlier releases lack the keys with a default."""

    pattern: str
    motif: MotifDocument
    roles: list[RoleDocument]
    induced: bool = False
    graph: GraphNote | None = None
