"""What kernels must equal: the definitions, on dense matrices."""

from __future__ import annotations

import numpy as np
from scipy import sparse

Dense = np.ndarray


def random_links(seed: int, rows: int, columns: int, density: float = 0.4) -> sparse.csr_array:
    return sparse.csr_array(np.random.default_rng(seed).random((rows, columns)) < density)


def undirected(seed: int, nodes: int, density: float = 0.4) -> sparse.csr_array:
    """A symmetric matrix without diagonal."""
    upper = np.triu(np.random.default_rng(seed).random((nodes, nodes)) < density, 1)
    return sparse.csr_array(upper | upper.T)


def paths(
    first: sparse.csr_array, second: sparse.csr_array, *, off_diagonal: bool
) -> tuple[Dense, Dense, Dense]:
    """Maps of t-a-b per (t, a), (t, b) and t."""
    one, two = first.toarray().astype(int), second.toarray().astype(int)
    maps = one[:, :, None] * two[None]  # (t, a, b)
    if off_diagonal:
        maps[np.arange(len(maps)), :, np.arange(len(maps))] = 0
    return maps.sum(2), maps.sum(1), maps.sum((1, 2))


def triangles(
    ta: sparse.csr_array, tb: sparse.csr_array, ab: sparse.csr_array
) -> tuple[Dense, Dense, Dense]:
    """Triangles per (t, a), (t, b) and t."""
    one, two, three = (matrix.toarray().astype(int) for matrix in (ta, tb, ab))
    maps = one[:, :, None] * two[:, None, :] * three[None]
    return maps.sum(2), maps.sum(1), maps.sum((1, 2))


def rings(
    ta: sparse.csr_array,
    ac: sparse.csr_array,
    tb: sparse.csr_array,
    bc: sparse.csr_array,
    *,
    twins: bool,
    off_diagonal: bool,
) -> tuple[Dense, Dense, Dense, Dense]:
    """Maps of t-a-c-b-t per (t, a), (t, b), (t, c) and t."""
    one, two, three, four = (matrix.toarray().astype(int) for matrix in (ta, ac, tb, bc))
    maps = np.einsum("ta,ac,tb,bc->tabc", one, two, three, four)
    if twins:
        maps[:, np.arange(maps.shape[1]), np.arange(maps.shape[1])] = 0
    if off_diagonal:
        maps[np.arange(len(maps)), :, :, np.arange(len(maps))] = 0
    return maps.sum((2, 3)), maps.sum((1, 3)), maps.sum((1, 2)), maps.sum((1, 2, 3))


def cliques(links: sparse.csr_array) -> Dense:
    """Four-cliques on each link."""
    e = links.toarray().astype(int)
    maps = np.einsum("ij,ik,il,jk,jl,kl->ij", e, e, e, e, e, e)
    return maps // 2  # k and l may change places
