"""A motif in a stored document."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError

from motifcnn.errors import MotifError
from motifcnn.motif.motif import MAX_NODES, Motif, MotifEdge, MotifNode
from motifcnn.readable import clipped
from motifcnn.sealed.document import Document

Index = Annotated[int, Field(ge=-MAX_NODES, lt=MAX_NODES)]


class NodeDocument(Document):
    """A node of a motif."""

    name: str
    node_type: str


class EdgeDocument(Document):
    """A link of a motif."""

    source: Index
    target: Index
    relation: str | None = None
    directed: bool = False


class MotifDocument(Document):
    """A motif as `Motif.to_dict` writes it."""

    nodes: Annotated[list[NodeDocument], Field(max_length=MAX_NODES)]
    edges: Annotated[list[EdgeDocument], Field(max_length=1000)]
    target: Index
    context: Index
    role_rule: Literal["orbit", "swap", "context", "none"]

    def motif(self) -> Motif:
        """The motif; a `MotifError` where nodes and links do not make one."""
        nodes = tuple(MotifNode(node.name, node.node_type) for node in self.nodes)
        edges = tuple(MotifEdge(e.source, e.target, e.relation, e.directed) for e in self.edges)
        return Motif(nodes, edges, self.target, self.context, self.role_rule)


def motif_of(values: Any) -> Motif:
    """The motif of values that `Motif.to_dict` wrote; a `MotifError` where they are none."""
    try:
        return MotifDocument.model_validate(_lists(values)).motif()
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        place = ".".join(map(str, first["loc"]))
        raise MotifError(
            f"not a motif: {clipped(place)}: {clipped(first['msg'])}; expected nodes, edges, "
            "target, context and role_rule"
        ) from None


def _lists(values: Any) -> Any:
    """`to_dict` keeps tuples, which JSON has as lists."""
    if not isinstance(values, dict):
        return values
    return {name: list(v) if isinstance(v, tuple) else v for name, v in values.items()}
