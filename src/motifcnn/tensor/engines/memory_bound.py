"""Sizes that the memory bounds of several engines are made of."""

from __future__ import annotations

import os

from scipy import sparse

from motifcnn.tensor.pattern.problem import MatchingProblem

ENTRY_BYTES = 12  # an int64 count and an int32 column
TARGET_BYTES = 48  # per target: instances, row pointers, bounds and lengths of rows
# Limits of the kernels of undirected triangles. They stand here because a plan does not load
# kernels.
MAX_BIT_BYTES = 256 << 20  # of a whole graph as rows of bits
MAX_CORE = 16_384  # nodes of highest degree whose links become bits: 32 MB


def link_matrices(problem: MatchingProblem) -> list[sparse.csr_array]:
    """The link matrices of a problem, each once."""
    matrices = (*problem.linked.values(), *problem.unlinked.values())
    return list({id(matrix): matrix for matrix in matrices}.values())


def link_entries(problem: MatchingProblem) -> int:
    """Entries of all link matrices."""
    return sum(int(matrix.nnz) for matrix in link_matrices(problem))


def threads() -> int:
    """Threads of the compiled kernels."""
    return os.cpu_count() or 1
