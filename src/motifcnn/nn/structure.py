"""Structural embedding: what the links alone say about a node, without labels (spectral propagation in the manner of ProNE)."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from scipy import sparse, special

from motifcnn.graph.graph import Graph
from motifcnn.nn.spmm import SparseMatrix, multiply

_ORDER, _MU, _THETA = 10, 0.2, 0.5


def structural_embedding(
    graph: Graph, columns: int = 128, seed: int = 0, decay: float = 0.5
) -> dict[str, npt.NDArray[np.float32]]:
    """One vector per node of every type, from the graph with types and directions left out.

    A sparse factorisation of log link probability against degree-biased noise, smoothed by a
    Chebyshev expansion of a band-pass filter over the normalised Laplacian. Columns are scaled by
    the `decay`-th power of their singular values, so a larger one gives coarse structure more say;
    rows have length 1; a node without links gets zeros.

    Returns
    -------
    dict of node type to (n, columns) float32

    Examples
    --------
    >>> from motifcnn.graph.schema import Relation, Schema
    >>> schema = Schema(("user",), (Relation("user", "knows", "user", directed=False),))
    >>> graph = Graph(schema, {("user", "knows", "user"): np.ones((6, 6))}, {"user": 6})
    >>> structural_embedding(graph, columns=2)["user"].shape
    (6, 2)
    """
    adjacency, first = whole_adjacency(graph)
    n = adjacency.shape[0]
    rank = min(columns, n - 1)
    vectors = np.zeros((n, columns), dtype=np.float32)
    if rank > 0 and adjacency.nnz:
        vectors[:, :rank] = _propagate(adjacency, _factorise(adjacency, rank, seed), decay)
    vectors[np.diff(adjacency.indptr) == 0] = 0
    return {t: vectors[first[t] : first[t] + graph.counts[t]] for t in graph.schema.node_types}


def whole_adjacency(graph: Graph) -> tuple[sparse.csr_array, dict[str, int]]:
    """The graph as one symmetric 0/1 float32 matrix without loops, and the row at which each type begins."""
    first, n = {}, 0
    for node_type in graph.schema.node_types:
        first[node_type] = n
        n += graph.counts[node_type]
    rows, columns = [], []
    for relation in graph.schema.relations:
        i, j = graph.adjacency[relation.key].nonzero()
        rows += [i + first[relation.source], j + first[relation.target]]
        columns += [j + first[relation.target], i + first[relation.source]]
    i, j = (np.concatenate(part) if part else np.empty(0, np.int64) for part in (rows, columns))
    kept = i != j
    matrix = sparse.csr_array(
        (np.ones(int(kept.sum()), np.float32), (i[kept], j[kept])), shape=(n, n)
    )
    matrix.sum_duplicates()
    matrix.data[:] = 1
    return matrix, first


def symmetric(adjacency: sparse.csr_array) -> sparse.csr_array:
    """D^-1/2 A D^-1/2 of a 0/1 matrix, float32."""
    scale = 1.0 / np.sqrt(np.maximum(np.diff(adjacency.indptr), 1))
    values = np.repeat(scale, np.diff(adjacency.indptr)) * scale[adjacency.indices]
    return sparse.csr_array(
        (values.astype(np.float32), adjacency.indices, adjacency.indptr), shape=adjacency.shape
    )


def _factorise(adjacency: sparse.csr_array, rank: int, seed: int) -> npt.NDArray[np.float32]:
    degree = np.asarray(adjacency.sum(axis=0)).ravel()
    noise = degree**0.75
    noise /= noise.sum()
    transition = rows_to_one(adjacency)
    values = np.log(transition.data) - np.log(noise[transition.indices])
    matrix = sparse.csr_array(
        (values.astype(np.float32), transition.indices, transition.indptr), shape=transition.shape
    )
    return scaled_rows(_left_vectors(matrix, rank, seed))


def _left_vectors(matrix: Any, rank: int, seed: int) -> npt.NDArray[np.float32]:
    """U sqrt(S) of a truncated singular value decomposition."""
    from sklearn.utils.extmath import randomized_svd

    u, s, _ = randomized_svd(matrix, rank, n_iter=3, random_state=seed)
    scaled: npt.NDArray[np.float32] = (u * np.sqrt(s)).astype(np.float32)
    return scaled


def _propagate(
    adjacency: sparse.csr_array, x: npt.NDArray[np.float32], decay: float
) -> npt.NDArray[np.float32]:
    n = adjacency.shape[0]
    with_loops = sparse.csr_array(adjacency + sparse.eye_array(n, dtype=np.float32, format="csr"))
    transition = rows_to_one(with_loops)
    modulated = sparse.csr_array(
        (1 - _MU) * sparse.eye_array(n, dtype=np.float32, format="csr") - transition
    )
    matrix = SparseMatrix(modulated)

    def twice(y: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        return multiply(matrix, multiply(matrix, torch.from_numpy(y), 0.0, 0), 0.0, 0).numpy()

    previous = x
    current = 0.5 * twice(x) - x
    bessel = special.iv(np.arange(_ORDER), _THETA).astype(np.float32)
    total = bessel[0] * previous - 2 * bessel[1] * current
    for i in range(2, _ORDER):
        following = twice(current) - 2 * current - previous
        total += (-1) ** i * 2 * bessel[i] * following
        previous, current = current, following
    smoothed = with_loops @ (x - total).astype(np.float32)
    u, s, _ = (
        np.linalg.svd(smoothed, full_matrices=False) if n < 2 * x.shape[1] else _thin(smoothed)
    )
    return scaled_rows((u * s**decay).astype(np.float32))


def _thin(
    x: npt.NDArray[np.float32],
) -> tuple[npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any]]:
    """Singular value decomposition of a tall matrix through its Gram matrix: (n, d) with n much larger than d."""
    wide = x.astype(np.float64)
    values, vectors = np.linalg.eigh(wide.T @ wide)
    order = np.argsort(values)[::-1]
    s = np.sqrt(np.maximum(values[order], 0))
    v = vectors[:, order]
    u = (wide @ v) / np.maximum(s, 1e-12)
    return u, s, v.T


def rows_to_one(matrix: sparse.csr_array) -> sparse.csr_array:
    """Rows of values of 0 or more scaled to sum to 1, float32; empty rows stay: (n, m)."""
    sums = np.asarray(matrix.sum(axis=1)).ravel()
    inverse = np.divide(1.0, sums, out=np.zeros_like(sums, dtype=np.float64), where=sums > 0)
    values = (matrix.data * np.repeat(inverse, np.diff(matrix.indptr))).astype(np.float32)
    return sparse.csr_array((values, matrix.indices, matrix.indptr), shape=matrix.shape)


def scaled_rows(x: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Rows scaled to length 1; rows of zeros stay: (n, d)."""
    length = np.linalg.norm(x, axis=1, keepdims=True)
    return np.asarray(np.divide(x, length, out=np.zeros_like(x), where=length > 0))
