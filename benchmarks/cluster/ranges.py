"""A tensor that is larger than memory, compared range by range of its targets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from scipy import sparse

from motifcnn.graph import Graph
from motifcnn.graph.links import canonical
from motifcnn.motif import Motif
from motifcnn.tensor.engines.engine import Counted, keep_nothing
from motifcnn.tensor.engines.memory_bound import ENTRY_BYTES
from motifcnn.tensor.pattern.estimate import estimate_problem
from motifcnn.tensor.pattern.problem import MatchingProblem, make_problem
from motifcnn.tensor.plan import plan_estimate
from motifcnn.tensor.spark import SparkTensor


def same_by_ranges(tensor: SparkTensor, graph: Graph, motif: Motif, limit: int) -> tuple[bool, int]:
    """Whether this machine counts the same; and in how many ranges of targets.

    The rows of a range are counted by the engine that the plan takes for its links alone, and
    compared with those that the Parquet tables have, entry by entry. Both tables of a range take at
    most about `limit` bytes.
    """
    problem = make_problem(graph, motif, induced=False)
    instances, entries = np.zeros(problem.n_targets, np.int64), [0] * len(tensor.roles)
    number = 0
    for number, (first, end) in enumerate(_ranges(problem, limit), start=1):
        found, matrices = _counted(problem, first, end, limit)
        instances[first:end] = found[first:end]
        targets = np.arange(first, end)
        for k, (role, matrix) in enumerate(zip(tensor.roles, matrices, strict=True)):
            entries[k] += matrix.nnz
            ours = sparse.csr_array(matrix[first:end])
            theirs = role.rows(targets)
            if ours.nnz != theirs.nnz or (ours != theirs).nnz:
                return False, number
    whole = entries == [role.nonzeros for role in tensor.roles]
    return whole and np.array_equal(instances, tensor.instances), number


def _ranges(problem: MatchingProblem, limit: int) -> Iterator[tuple[int, int]]:
    """Ranges of targets whose tables take at most about half of `limit` bytes."""
    bounds = np.cumsum(sum(estimate_problem(problem).bounds, start=np.zeros(1, np.int64)))
    first = 0
    while first < problem.n_targets:
        before = bounds[first - 1] if first else 0
        end = int(np.searchsorted(bounds, before + limit // 2 // ENTRY_BYTES, side="right"))
        yield first, max(end, first + 1)
        first = max(end, first + 1)


def _counted(problem: MatchingProblem, first: int, end: int, limit: int) -> Counted:
    """Counts with all links of targets outside of a range left out: their rows are empty."""
    linked = {
        (a, b): _within(matrix, a == 0, first, end) if 0 in (a, b) else matrix
        for (a, b), matrix in problem.linked.items()
    }
    planned = plan_estimate(estimate_problem(replace(problem, linked=linked)), memory_limit=limit)
    return planned.chosen.run(planned.estimate, keep_nothing, None)


def _within(matrix: sparse.csr_array, rows: bool, first: int, end: int) -> sparse.csr_array:
    """The links whose row, or whose column, is in a range."""
    links = matrix.tocoo()
    side = links.coords[0 if rows else 1]
    keep = (first <= side) & (side < end)
    ends = tuple(side[keep] for side in links.coords)
    return canonical(sparse.csr_array((links.data[keep], ends), shape=matrix.shape))
