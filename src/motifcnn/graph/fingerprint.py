"""Fingerprint: a short text that two graphs share only if their nodes and edges are the same."""

from __future__ import annotations

import hashlib
import json

import numpy as np

from motifcnn.graph.graph import Graph
from motifcnn.graph.schema_json import schema_to_json


def fingerprint(graph: Graph) -> str:
    """SHA-256 over schema, ids and edges; features, labels, splits and names are not part of it.

    Examples
    --------
    >>> from motifcnn.graph.schema import Relation, Schema
    >>> schema = Schema(("user",), (Relation("user", "follows", "user"),))
    >>> one, two = (Graph(schema, {("user", "follows", "user"): m}, {"user": 2}) for m in (np.eye(2), np.ones((2, 2))))
    >>> fingerprint(one) == fingerprint(two)
    False
    """
    found = hashlib.sha256()
    found.update(
        json.dumps([schema_to_json(graph.schema), dict(graph.counts)], sort_keys=True).encode()
    )
    for node_type in graph.schema.node_types:
        ids = graph.ids[node_type]
        if ids.dtype.kind in "iu":
            found.update(np.ascontiguousarray(ids, dtype="<i8").tobytes())
        else:
            found.update(json.dumps([str(value) for value in ids.tolist()]).encode())
    for relation in graph.schema.relations:
        matrix = graph.adjacency[relation.key]
        for part in (matrix.indptr, matrix.indices):
            found.update(str(len(part)).encode())
            for first in range(0, len(part), 1 << 20):  # whatever the width of the indices here
                found.update(
                    np.ascontiguousarray(part[first : first + (1 << 20)], dtype="<i8").tobytes()
                )
    return found.hexdigest()
