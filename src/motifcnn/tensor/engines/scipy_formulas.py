"""The matrix operations of the formulas in scipy: their definition, and what needs no compiling."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from motifcnn.tensor.engines.formulas import (
    Matrix,
    Operations,
    Paths,
    both,
    row_sums,
    with_values,
)


def path(first: Matrix, second: Matrix, *, off_diagonal: bool) -> Paths:
    """Maps of t-a-b per (target, a), per (target, b) and per target.

    With `off_diagonal` b and the target have one type, and b must not be the target.
    """
    walks = sparse.csr_array(first.astype(np.int64) @ second.astype(np.int64))
    degree = np.diff(second.indptr).astype(np.int64)[first.indices]
    if off_diagonal:
        walks = sparse.csr_array(
            walks - sparse.diags_array(walks.diagonal(), format="csr", dtype=np.int64)
        )
        walks.eliminate_zeros()
        degree -= both(first, sparse.csr_array(second.T))
    walks.sort_indices()
    through = with_values(first, degree)
    return through, walks, row_sums(through)


def triangle(ta: Matrix, tb: Matrix, ab: Matrix, ba: Matrix) -> Paths:
    """Walks of two steps that a link closes, per (target, a), per (target, b) and per target."""
    through = _closed(ta, tb, ba)
    return through, _closed(tb, ta, ab), row_sums(through)


def undirected_triangle(links: Matrix) -> Matrix:
    """Triangles on each link of a symmetric matrix."""
    return _closed(links, links, links)


def _closed(mask: Matrix, first: Matrix, second: Matrix) -> Matrix:
    walks = sparse.csr_array(
        (first.astype(np.int64) @ second.astype(np.int64)) * mask.astype(np.int64)
    )
    walks.sum_duplicates()
    return walks


SCIPY = Operations(path=path, triangle=triangle, undirected_triangle=undirected_triangle)
