"""Schema to and from JSON values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from motifcnn.errors import GraphError
from motifcnn.graph.schema import Relation, Schema


def schema_to_json(schema: Schema) -> dict[str, Any]:
    """The schema as lists and texts.

    Examples
    --------
    >>> schema = Schema(("user",), (Relation("user", "friend", "user", directed=False),))
    >>> schema_from_json(schema_to_json(schema), "here") == schema
    True
    """
    return {
        "node_types": list(schema.node_types),
        "relations": [
            {"source": r.source, "name": r.name, "target": r.target, "directed": r.directed}
            for r in schema.relations
        ],
    }


def schema_from_json(value: Any, where: str) -> Schema:
    """The schema that `schema_to_json` wrote; `where` begins the message of an error."""
    try:
        relations = tuple(
            Relation(r["source"], r["name"], r["target"], _flag(r)) for r in value["relations"]
        )
        types = value["node_types"]
        if not isinstance(types, list) or not all(isinstance(t, str) and t for t in types):
            raise TypeError(f"node_types is {types!r}")
        return Schema(tuple(types), relations)
    except (TypeError, KeyError, GraphError) as error:
        raise GraphError(
            f"{where}: not a schema ({error}); expected node_types and relations with source, "
            "name, target, directed"
        ) from error


def _flag(relation: Mapping[str, Any]) -> bool:
    flag = relation["directed"]
    if not isinstance(flag, bool):
        raise TypeError(f"directed is {flag!r}")
    return flag
