"""Features as an attribute of networkx nodes, and back."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse

from motifcnn.errors import GraphError


def put_features(result: Any, nodes: list[Any], matrix: Any) -> None:
    """Writes the attribute `x`: a (d,) array, or a dict of column to value."""
    for row, node in enumerate(nodes):
        if sparse.issparse(matrix):
            part = slice(matrix.indptr[row], matrix.indptr[row + 1])
            result.nodes[node]["x"] = dict(
                zip(matrix.indices[part].tolist(), matrix.data[part].tolist(), strict=True)
            )
        else:
            result.nodes[node]["x"] = matrix[row].copy()


def read_features(
    graph: Any, members: dict[str, list[Any]], attribute: str
) -> dict[str, Any] | None:
    """The feature matrix of each type that has the attribute on all its nodes."""
    result: dict[str, Any] = {}
    for node_type, nodes in members.items():
        vectors = [graph.nodes[n].get(attribute) for n in nodes]
        if all(v is None for v in vectors):
            continue
        for node, vector in zip(nodes, vectors, strict=True):
            if vector is None:
                raise GraphError(
                    f"networkx node {node!r} of type {node_type} has no {attribute!r}, "
                    "but others of its type have"
                )
        if all(isinstance(v, dict) for v in vectors):
            rows = [row for row, v in enumerate(vectors) for _ in v]
            columns = [int(c) for v in vectors for c in v]
            width = graph.graph.get("columns", {}).get(node_type, max(columns, default=-1) + 1)
            if columns and not 0 <= min(columns) <= max(columns) < width:
                raise GraphError(
                    f"networkx features of type {node_type}: "
                    f"column {max(columns)}, expected 0 to {width - 1}"
                )
            values = np.array([x for v in vectors for x in v.values()], np.float32)
            result[node_type] = sparse.csr_array(
                (values, (rows, columns)), shape=(len(nodes), width)
            )
        else:
            widths = {np.size(v) for v in vectors}
            if len(widths) > 1:
                raise GraphError(
                    f"networkx features of type {node_type}: "
                    f"{min(widths)} to {max(widths)} values; expected one width"
                )
            result[node_type] = np.stack([np.asarray(v, np.float32).ravel() for v in vectors])
    return result or None
