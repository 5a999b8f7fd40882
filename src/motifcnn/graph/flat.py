"""A typed graph as one matrix: the nodes of all types stacked in the schema's order."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from motifcnn.graph.graph import Graph


def offsets(graph: Graph) -> dict[str, slice]:
    """Rows of each node type in the flat matrices.

    Examples
    --------
    >>> from motifcnn.graph.schema import Schema
    >>> offsets(Graph(Schema(("author", "paper"), ()), {}, {"author": 2, "paper": 3}))
    {'author': slice(0, 2, None), 'paper': slice(2, 5, None)}
    """
    ends = np.cumsum([graph.counts[t] for t in graph.schema.node_types]).tolist()
    return {
        t: slice(end - graph.counts[t], end)
        for t, end in zip(graph.schema.node_types, ends, strict=True)
    }


def flat_adjacency(graph: Graph) -> sparse.csr_array:
    """A: links of all relations in both directions, each pair once, without loops.

    Returns
    -------
    (n, n) csr_array of float32
        Symmetric, 0 or 1, indices sorted. Callers share it, so do not write into it.

    Examples
    --------
    >>> graph = Graph.from_tables({"id": [0, 1]}, {"source": [0, 1], "target": [1, 1]})
    >>> flat_adjacency(graph).toarray().tolist()
    [[0.0, 1.0], [1.0, 0.0]]
    """
    return graph.cache.get("flat adjacency", lambda: _flat_adjacency(graph))


def normalised_adjacency(graph: Graph, *, loops: bool) -> sparse.csr_array:
    r"""The flat adjacency A scaled by degrees: D^-1/2 A D^-1/2, or D^-1/2 (A + I) D^-1/2.

    Parameters
    ----------
    graph : Graph
    loops : bool
        Whether to link every node to itself first, as GCN does. D is the degree after that.

    Returns
    -------
    (n, n) csr_array of float32
        The row of a node without links is zero without loops. Callers share it, so do not write
        into it.

    Examples
    --------
    >>> graph = Graph.from_tables({"id": [0, 1]}, {"source": [0], "target": [1]})
    >>> normalised_adjacency(graph, loops=True).toarray().tolist()
    [[0.5, 0.5], [0.5, 0.5]]
    """
    return graph.cache.get(("normalised adjacency", loops), lambda: _normalised(graph, loops))


def _flat_adjacency(graph: Graph) -> sparse.csr_array:
    rows = offsets(graph)
    sources, targets = [np.empty(0, np.int32)], [np.empty(0, np.int32)]
    for relation in graph.schema.relations:
        i, j = graph.adjacency[relation.key].nonzero()
        sources.append(i + rows[relation.source].start)
        targets.append(j + rows[relation.target].start)
    i, j = np.concatenate([*sources, *targets]), np.concatenate([*targets, *sources])
    i, j = i[i != j], j[i != j]
    values = np.ones(len(i), np.float32)
    matrix = sparse.csr_array((values, (i, j)), shape=(graph.num_nodes, graph.num_nodes))
    matrix.sum_duplicates()
    matrix.data[:] = 1
    return matrix


def _normalised(graph: Graph, loops: bool) -> sparse.csr_array:
    matrix = flat_adjacency(graph)
    if loops:
        matrix = sparse.csr_array(matrix + sparse.eye_array(graph.num_nodes, format="csr"))
    degrees = np.diff(matrix.indptr)
    scale = 1.0 / np.sqrt(np.maximum(degrees, 1))
    values = (np.repeat(scale, degrees) * scale[matrix.indices]).astype(np.float32)
    return sparse.csr_array((values, matrix.indices, matrix.indptr), shape=matrix.shape)
