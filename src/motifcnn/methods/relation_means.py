"""Means over neighbours: one sparse matrix per relation and direction."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from motifcnn.graph.flat import offsets
from motifcnn.graph.graph import Graph
from motifcnn.nn.sparse import SparseMatrix


@dataclass(frozen=True, eq=False)
class RelationMean:
    """Nodes of one type read the mean of their neighbours of another along one relation.

    Parameters
    ----------
    rows, columns : slice
        Where the type that reads, and the type that is read, are among the nodes of all types.
    matrix : (n, m) SparseMatrix
        Rows sum to 1, or to 0 for a node without such neighbours.
    """

    rows: slice
    columns: slice
    matrix: SparseMatrix


def relation_means(graph: Graph) -> tuple[RelationMean, ...]:
    """Both directions of every relation, kept with the graph; an undirected relation has one.

    Examples
    --------
    >>> from motifcnn.graph.schema import Relation, Schema
    >>> schema = Schema(("author", "paper"), (Relation("paper", "by", "author"),))
    >>> links = {("paper", "by", "author"): np.ones((2, 1))}
    >>> graph = Graph(schema, links, {"author": 1, "paper": 2})
    >>> [mean.matrix.csr.toarray().tolist() for mean in relation_means(graph)]
    [[[1.0], [1.0]], [[0.5, 0.5]]]
    """
    return graph.cache.get("relation means", lambda: _relation_means(graph))


def _relation_means(graph: Graph) -> tuple[RelationMean, ...]:
    at, found = offsets(graph), []
    for relation in graph.schema.relations:
        source, target = at[relation.source], at[relation.target]
        links = sparse.csr_array(graph.adjacency[relation.key])
        found.append(RelationMean(source, target, _mean(links)))
        if relation.directed:
            found.append(RelationMean(target, source, _mean(sparse.csr_array(links.T))))
    return tuple(found)


def _mean(links: sparse.csr_array) -> SparseMatrix:
    degree = np.diff(links.indptr)
    values = (1.0 / np.repeat(degree, degree)).astype(np.float32)
    # Copies, as torch warns about arrays that cannot be written to, such as those of a graph.
    parts = values, links.indices.copy(), links.indptr.copy()
    return SparseMatrix(sparse.csr_array(parts, shape=links.shape))
