"""The operations of the formulas in scipy: no compiling, right for small graphs and for the first counts of a process."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from motifcnn.tensor.engines.formulas import (
    Matrix,
    Memo,
    Operations,
    Paths,
    both,
    row_sums,
    with_values,
)


def path(first: Matrix, second: Matrix, *, off_diagonal: bool, memo: Memo) -> Paths:
    """Maps of t-a-b per (target, a), per (target, b) and per target; `off_diagonal` keeps b from being the target."""
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


def triangle(ta: Matrix, tb: Matrix, ab: Matrix, ba: Matrix, *, memo: Memo) -> Paths:
    """Triangles per (target, a), per (target, b) and per target: the two-step walks that a link closes."""
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
