"""The schema of a graph in a stored document."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from motifcnn.graph.schema import Relation, Schema
from motifcnn.sealed.document import Document


class RelationDocument(Document):
    """A relation as `schema_to_json` writes it."""

    source: str
    name: str
    target: str
    directed: bool


class SchemaDocument(Document):
    """A schema as `schema_to_json` writes it.

    Examples
    --------
    >>> friend = {"source": "user", "name": "friend", "target": "user", "directed": False}
    >>> SchemaDocument(node_types=["user"], relations=[friend]).to_schema().node_types
    ('user',)
    """

    node_types: list[Annotated[str, Field(min_length=1)]]
    relations: list[RelationDocument]

    def to_schema(self) -> Schema:
        """The schema; a `GraphError` where types and relations do not fit."""
        relations = (Relation(r.source, r.name, r.target, r.directed) for r in self.relations)
        return Schema(tuple(self.node_types), tuple(relations))
