"""Fingerprints: SHA-256 of what decides a result, equal only where all of it is equal."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.graph.graph import Graph
from motifcnn.graph.schema_json import schema_to_json


def fingerprint(parts: Mapping[str, Any]) -> str:
    """SHA-256 of named values, as 64 hexadecimal digits; the order of the names does not matter.

    Parameters
    ----------
    parts : mapping of str to value
        Arrays count by dtype, shape and bytes, arrays of texts by their texts, scipy matrices by
        shape and CSR arrays, mappings of these by their names, and anything else by its JSON.

    Examples
    --------
    >>> fingerprint({"seed": 0, "rows": np.arange(3)})[:12]
    'a1b7d77be143'
    """
    digest = hashlib.sha256()
    for name, value in sorted(parts.items()):
        if sparse.issparse(value):
            csr = sparse.csr_array(value)
            value = fingerprint(
                {"shape": csr.shape, "indptr": csr.indptr, "indices": csr.indices, "data": csr.data}
            )
        elif isinstance(value, Mapping):
            value = fingerprint(value)
        elif isinstance(value, np.ndarray) and value.dtype.kind in "OU":
            value = value.tolist()
        if isinstance(value, np.ndarray):
            head = json.dumps([name, value.dtype.str, value.shape])
            digest.update(head.encode())
            # A view of the bytes: the array may be mapped from a file larger than the memory.
            digest.update(np.ascontiguousarray(value).reshape(-1).view(np.uint8).data)
        else:
            digest.update(json.dumps([name, value], sort_keys=True).encode())
    return digest.hexdigest()


def structure_fingerprint(graph: Graph) -> str:
    """Fingerprint of schema, node ids and links: what decides the counts of motifs."""
    return fingerprint(_structure(graph))


def graph_fingerprint(graph: Graph) -> str:
    """Fingerprint of schema, node ids, links, features and labels: what decides a trained model.

    Names of nodes, splits, columns, encoders and the name of the graph are not part of it: a column
    decides only by the features that are made of it.

    Examples
    --------
    >>> graphs = [
    ...     Graph.from_tables({"id": [1, 2]}, {"source": [1], "target": [target]})
    ...     for target in (1, 2, 2)
    ... ]
    >>> one, two, three = map(graph_fingerprint, graphs)
    >>> one == two, two == three
    (False, True)
    """
    return fingerprint(
        {
            **_structure(graph),
            "features": graph.features,
            "labels": {
                node_type: {"nodes": labels.nodes, "y": labels.y, "classes": list(labels.classes)}
                for node_type, labels in graph.labels.items()
            },
        }
    )


def _structure(graph: Graph) -> dict[str, Any]:
    return {
        "schema": json.dumps(schema_to_json(graph.schema)),
        "ids": {node_type: _ids(ids) for node_type, ids in graph.ids.items()},
        "links": {"/".join(key): matrix for key, matrix in graph.adjacency.items()},
    }


def _ids(ids: npt.NDArray[Any]) -> npt.NDArray[Any]:
    return ids.astype(np.int64, copy=False) if ids.dtype.kind in "iu" else ids
