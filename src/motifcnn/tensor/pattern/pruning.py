"""Link matrices without what no instance can use (semi-joins)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.graph.links import canonical

Pair = tuple[int, int]
Mask = npt.NDArray[np.bool_]
WORTH_A_COPY = 0.8  # a matrix that keeps a larger share of its entries stays as it is
SMALL = 2_000_000  # entries; larger matrices are never copied per motif


def prune(
    linked: dict[Pair, sparse.csr_array], sizes: tuple[int, ...]
) -> dict[Pair, sparse.csr_array]:
    """The link matrices without entries whose ends lack a partner for another link of the motif.

    Matrices that are the same object and lose the same entries stay the same object: formulas rely
    on that.
    """
    alive = _alive(linked, sizes)
    pruned: dict[tuple[int, bytes, bytes], sparse.csr_array] = {}
    result = {}
    for (a, b), matrix in linked.items():
        key = id(matrix), alive[a].tobytes(), alive[b].tobytes()
        if key not in pruned:
            pruned[key] = _restrict(matrix, alive[a], alive[b]) if matrix.nnz <= SMALL else matrix
        result[a, b] = pruned[key]
    return result


def _alive(linked: dict[Pair, sparse.csr_array], sizes: tuple[int, ...]) -> list[Mask]:
    """For each motif node, the graph nodes that have a partner for each of its links, (size,)."""
    alive = [np.ones(size, dtype=bool) for size in sizes]
    changed = True
    while changed:
        changed = False
        for (a, b), matrix in linked.items():
            partners = matrix @ alive[b] if not alive[b].all() else np.diff(matrix.indptr) > 0
            fewer = alive[a] & partners
            if (fewer != alive[a]).any():
                alive[a], changed = fewer, True
    return alive


def _restrict(matrix: sparse.csr_array, rows: Mask, columns: Mask) -> sparse.csr_array:
    keep = columns[matrix.indices] & np.repeat(rows, np.diff(matrix.indptr))
    if keep.sum() > WORTH_A_COPY * matrix.nnz:
        return matrix
    indptr = np.concatenate([[0], np.cumsum(keep)])[matrix.indptr]
    return canonical(
        sparse.csr_array((matrix.data[keep], matrix.indices[keep], indptr), shape=matrix.shape)
    )
