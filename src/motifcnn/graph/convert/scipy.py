"""Graphs from and to scipy matrices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy import sparse

from motifcnn.errors import GraphError
from motifcnn.graph.columns import LinkTable
from motifcnn.graph.convert.directions import Directed, directions
from motifcnn.graph.graph import Graph, RelationKey
from motifcnn.graph.labels import Labels, Split
from motifcnn.graph.links import as_links
from motifcnn.graph.schema import Relation, Schema

if TYPE_CHECKING:
    from motifcnn.graph.encode import TableEncoder


def from_scipy(
    adjacency: Any,
    *,
    directed: Directed = None,
    counts: Mapping[str, int] | None = None,
    features: Mapping[str, Any] | Any = None,
    labels: Mapping[str, Labels] | None = None,
    splits: Mapping[str, Split] | None = None,
    ids: Mapping[str, Any] | None = None,
    names: Mapping[str, Any] | None = None,
    columns: Mapping[str, Mapping[str, Any]] | None = None,
    link_columns: Mapping[RelationKey, LinkTable] | None = None,
    encoders: Mapping[str, TableEncoder] | None = None,
    name: str = "",
) -> Graph:
    """Makes a graph from one matrix, or from a matrix per relation.

    Parameters
    ----------
    adjacency : (n, n) matrix, or mapping of key to (n_source, n_target) matrix
        Sparse or dense; every value other than 0 is a link. Values other than 1 are kept as the
        link column "weight". A key is (source type, name, target type). A single matrix makes a
        graph of type "node" with the relation "edge".
    directed : bool or mapping of key to bool, optional
        Of relations within one type; between two types a link always has a direction. None: a
        relation whose matrix is symmetric is taken as undirected, with a `DirectionGuessed`
        warning.
    counts : mapping of node type to int, optional
        Fixes the order of the types and the sizes of types without a relation; default: the order
        of first use.
    features : (n, d) matrix for a single matrix, else mapping of node type to matrix
        Sparse or dense; a type without has one-hot inputs.
    labels, splits, ids, names, columns, link_columns, encoders, name : optional
        As in `Graph`; a link table that is given stands in place of weights.

    Examples
    --------
    >>> from_scipy(sparse.csr_array([[0, 1], [1, 0]]), directed=False)
    Graph(node 2; edge 1)
    """
    if not isinstance(adjacency, Mapping):
        adjacency = {("node", "edge", "node"): adjacency}
        if features is not None and not isinstance(features, Mapping):
            features = {"node": features}
    sizes: dict[str, int] = dict(counts or {})
    matrices: dict[RelationKey, sparse.csr_array] = {}
    tables: dict[RelationKey, LinkTable] = {}
    for key, given in adjacency.items():
        matrix = matrices[key] = as_links(given)
        if (weights := _weights(given)) is not None:
            tables[key] = weights
        for node_type, size in zip((key[0], key[2]), matrix.shape, strict=True):
            if sizes.setdefault(node_type, size) != size:
                raise GraphError(
                    f"relation {key}: matrix is {matrix.shape}, "
                    f"but there are {sizes[node_type]} nodes of type {node_type}"
                )
    flags = directions("from_scipy", matrices, directed)
    return Graph(
        Schema(tuple(sizes), tuple(Relation(*key, directed=flags[key]) for key in matrices)),
        matrices,
        sizes,
        ids=ids or {},
        names=names or {},
        features=features or {},
        labels=labels or {},
        splits=splits or {},
        columns=columns or {},
        link_columns={**tables, **(link_columns or {})},
        encoders=encoders or {},
        name=name,
    )


def to_scipy(graph: Graph) -> dict[RelationKey, sparse.csr_array]:
    """The matrix of each relation; an undirected relation has both directions.

    These are the links only: `from_scipy` takes all else that a graph has by keyword.

    Examples
    --------
    >>> import numpy as np
    >>> graph = from_scipy(np.array([[0, 1], [0, 0]]))
    >>> to_scipy(graph)[("node", "edge", "node")].toarray().astype(int).tolist()
    [[0, 1], [0, 0]]
    """
    return {key: matrix.copy() for key, matrix in graph.adjacency.items()}


def _weights(given: Any) -> LinkTable | None:
    """The values of the links; None where all are 1, or no real numbers."""
    matrix = (given if sparse.issparse(given) else sparse.coo_array(np.atleast_2d(given))).tocoo()
    links = matrix.data != 0
    if matrix.data.dtype.kind not in "iuf" or not (matrix.data[links] != 1).any():
        return None
    return LinkTable(matrix.row[links], matrix.col[links], {"weight": matrix.data[links]})
