"""Structural embedding: a node as its links describe it (spectral propagation as in ProNE)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import torch
from scipy import sparse, special

from motifcnn.graph.flat import flat_adjacency, offsets
from motifcnn.graph.graph import Graph
from motifcnn.nn.sparse.matrix import SparseMatrix

Vectors: TypeAlias = npt.NDArray[np.float32]

_ORDER, _MU, _THETA = 10, 0.2, 0.5


@dataclass(frozen=True, eq=False)
class Structure:
    r"""The structural embedding, and what it is a sum of.

    .. math:: v_i = \frac{s_i}{|s_i|}, \quad s_i = p_i + \sum_{j \in N(i)} p_j

    Parameters
    ----------
    vectors : mapping of node type to (n, columns) float32
        The vectors v.
    terms : mapping of node type to (n, columns) float32
        The terms p. With them a node that arrives later has a vector from its neighbours.
    """

    vectors: dict[str, Vectors]
    terms: dict[str, Vectors]


def structural_embedding(
    graph: Graph, columns: int = 128, seed: int = 0, decay: float = 0.5
) -> Structure:
    """One vector per node of every type, from the graph with types and directions left out.

    A sparse factorisation of log link probability against degree-biased noise, smoothed by a
    Chebyshev expansion of a band-pass filter over the normalised Laplacian. Columns are scaled by
    the `decay`-th power of their singular values, so a larger one gives coarse structure more say;
    rows have length 1; a node without links gets zeros.

    Examples
    --------
    >>> from motifcnn.graph.schema import Relation, Schema
    >>> schema = Schema(("user",), (Relation("user", "knows", "user", directed=False),))
    >>> graph = Graph(schema, {("user", "knows", "user"): np.ones((6, 6))}, {"user": 6})
    >>> structural_embedding(graph, columns=2).vectors["user"].shape
    (6, 2)
    """
    adjacency = flat_adjacency(graph)
    n = adjacency.shape[0]
    rank = min(columns, n - 1)
    vectors, terms = (np.zeros((n, columns), dtype=np.float32) for _ in range(2))
    if rank > 0 and adjacency.nnz:
        factors = _factorise(adjacency, rank, seed)
        vectors[:, :rank], terms[:, :rank] = _propagate(adjacency, factors, decay)
    vectors[np.diff(adjacency.indptr) == 0] = 0
    rows = offsets(graph)
    return Structure(
        {t: vectors[own] for t, own in rows.items()}, {t: terms[own] for t, own in rows.items()}
    )


def _factorise(adjacency: sparse.csr_array, rank: int, seed: int) -> Vectors:
    degree = np.asarray(adjacency.sum(axis=0)).ravel()
    noise = degree**0.75
    noise /= noise.sum()
    transition = rows_to_one(adjacency)
    values = np.log(transition.data) - np.log(noise[transition.indices])
    matrix = sparse.csr_array(
        (values.astype(np.float32), transition.indices, transition.indptr), shape=transition.shape
    )
    return scaled_rows(_left_vectors(matrix, rank, seed))


def _left_vectors(matrix: Any, rank: int, seed: int) -> Vectors:
    """U sqrt(S) of a truncated singular value decomposition."""
    from sklearn.utils.extmath import randomized_svd

    u, s, _ = randomized_svd(matrix, rank, n_iter=3, random_state=seed)
    scaled: Vectors = (u * np.sqrt(s)).astype(np.float32)
    return scaled


def _propagate(adjacency: sparse.csr_array, x: Vectors, decay: float) -> tuple[Vectors, Vectors]:
    """Vectors and terms of all nodes."""
    n = adjacency.shape[0]
    with_loops = sparse.csr_array(adjacency + sparse.eye_array(n, dtype=np.float32, format="csr"))
    transition = rows_to_one(with_loops)
    modulated = sparse.csr_array(
        (1 - _MU) * sparse.eye_array(n, dtype=np.float32, format="csr") - transition
    )
    matrix = SparseMatrix(modulated)

    def twice(y: Vectors) -> Vectors:
        return matrix.times(matrix.times(torch.from_numpy(y))).numpy()

    previous = x
    current = 0.5 * twice(x) - x
    bessel = special.iv(np.arange(_ORDER), _THETA).astype(np.float32)
    total = bessel[0] * previous - 2 * bessel[1] * current
    for i in range(2, _ORDER):
        following = twice(current) - 2 * current - previous
        total += (-1) ** i * 2 * bessel[i] * following
        previous, current = current, following
    filtered = (x - total).astype(np.float32)
    smoothed = with_loops @ filtered
    u, s, v = (
        np.linalg.svd(smoothed, full_matrices=False) if n < 2 * x.shape[1] else _thin(smoothed)
    )
    # U = smoothed V S^-1, so the vectors are sums of these rows before they are scaled.
    terms = filtered @ (v.T * (s**decay / np.maximum(s, 1e-12)))
    return scaled_rows((u * s**decay).astype(np.float32)), terms.astype(np.float32)


def _thin(
    x: Vectors,
) -> tuple[npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any]]:
    """Singular value decomposition of a tall matrix, (n, d), through its Gram matrix."""
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


def scaled_rows(x: Vectors) -> Vectors:
    """Rows scaled to length 1; rows of zeros stay: (n, d)."""
    length = np.linalg.norm(x, axis=1, keepdims=True)
    return np.asarray(np.divide(x, length, out=np.zeros_like(x), where=length > 0))
