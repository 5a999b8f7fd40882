"""The operations of the formulas in scipy: no compiling, right for small graphs and for the first counts of a process."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from motifcnn.tensor.small import Matrix, Operations


def product(first: Matrix, second: Matrix, *, off_diagonal: bool) -> Matrix:
    """Walks of two steps, ``first @ second``, as int64; without the diagonal where asked."""
    walks = sparse.csr_array(first.astype(np.int64) @ second.astype(np.int64))
    if off_diagonal:
        walks = walks - sparse.diags_array(walks.diagonal(), format="csr", dtype=np.int64)
        walks = sparse.csr_array(walks)
        walks.eliminate_zeros()
    walks.sort_indices()
    return walks


def triangle(ta: Matrix, tb: Matrix, ab: Matrix, ba: Matrix) -> tuple[Matrix, Matrix]:
    """Triangles per (target, a) and per (target, b): the two-step walks that a link closes."""
    return _closed(ta, tb, ba), _closed(tb, ta, ab)


def undirected_triangle(links: Matrix) -> Matrix:
    """Triangles on each link of a symmetric matrix."""
    return _closed(links, links, links)


def _closed(mask: Matrix, first: Matrix, second: Matrix) -> Matrix:
    walks = sparse.csr_array((first.astype(np.int64) @ second.astype(np.int64)) * mask.astype(np.int64))
    walks.sum_duplicates()
    return walks


SCIPY = Operations(product=product, triangle=triangle, undirected_triangle=undirected_triangle)
