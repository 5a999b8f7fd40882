"""Degree order: each link points to its end of higher degree, so each clique is found once."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from scipy import sparse


def by_degree(adjacency: sparse.csr_array) -> tuple[sparse.csr_array, npt.NDArray[np.int64]]:
    """The strictly lower triangle after sorting nodes by falling degree, and their old indices.

    In falling order a row of the lower triangle holds a node's neighbours of higher degree: few for
    every node.
    """
    order = np.argsort(-np.diff(adjacency.indptr), kind="stable")
    lower = sparse.csr_array(sparse.tril(adjacency[order][:, order], k=-1, format="csr"))
    lower.sort_indices()
    return lower, order
