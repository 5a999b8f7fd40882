"""Graphs from and to scipy matrices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scipy import sparse

from motifcnn.errors import GraphError
from motifcnn.graph.graph import Graph, RelationKey
from motifcnn.graph.labels import Labels, Split
from motifcnn.graph.links import as_links
from motifcnn.graph.schema import Relation, Schema


def from_scipy(
    adjacency: Any,
    *,
    directed: bool | Mapping[RelationKey, bool] | None = None,
    counts: Mapping[str, int] | None = None,
    features: Mapping[str, Any] | Any = None,
    labels: Mapping[str, Labels] | None = None,
    splits: Mapping[str, Split] | None = None,
    ids: Mapping[str, Any] | None = None,
    names: Mapping[str, Any] | None = None,
    name: str = "",
) -> Graph:
    """Makes a graph from one matrix, or from a matrix per relation.

    Parameters
    ----------
    adjacency : (n, n) matrix, or mapping of key to (n_source, n_target) matrix
        Sparse or dense; every value other than 0 is a link. A key is (source type, name, target
        type). A single matrix makes a graph of type "node" with the relation "edge".
    directed : bool or mapping of key to bool, optional
        Default: a relation within one type whose matrix is symmetric has no direction.
    counts : mapping of node type to int, optional
        Fixes the order of the types and the sizes of types without a relation; default: the order
        of first use.
    features : (n, d) matrix for a single matrix, else mapping of node type to matrix

    Examples
    --------
    >>> from_scipy(sparse.csr_array([[0, 1], [1, 0]]))
    Graph(node 2; edge 1)
    """
    if not isinstance(adjacency, Mapping):
        adjacency = {("node", "edge", "node"): adjacency}
        if features is not None and not isinstance(features, Mapping):
            features = {"node": features}
    sizes: dict[str, int] = dict(counts or {})
    matrices: dict[RelationKey, sparse.csr_array] = {}
    relations = []
    for key, given in adjacency.items():
        matrix = matrices[key] = as_links(given)
        for node_type, size in zip((key[0], key[2]), matrix.shape, strict=True):
            if sizes.setdefault(node_type, size) != size:
                raise GraphError(
                    f"relation {key}: matrix is {matrix.shape}, "
                    f"but there are {sizes[node_type]} nodes of type {node_type}"
                )
        flag = directed.get(key) if isinstance(directed, Mapping) else directed
        if flag is None:
            flag = key[0] != key[2] or not is_symmetric(matrix)
        relations.append(Relation(key[0], key[1], key[2], flag))
    return Graph(
        Schema(tuple(sizes), tuple(relations)),
        matrices,
        sizes,
        ids=ids or {},
        names=names or {},
        features=features or {},
        labels=labels or {},
        splits=splits or {},
        name=name,
    )


def to_scipy(graph: Graph) -> dict[RelationKey, sparse.csr_array]:
    """The matrix of each relation; an undirected relation has both directions.

    Examples
    --------
    >>> import numpy as np
    >>> graph = from_scipy(np.array([[0, 1], [0, 0]]))
    >>> to_scipy(graph)[("node", "edge", "node")].toarray().astype(int).tolist()
    [[0, 1], [0, 0]]
    """
    return {key: matrix.copy() for key, matrix in graph.adjacency.items()}


def is_symmetric(matrix: sparse.csr_array) -> bool:
    """Whether there are links, and each in both directions."""
    links = as_links(matrix)
    links.eliminate_zeros()
    return bool(links.nnz) and (links != links.T).nnz == 0
