"""Counting by joins: partial instances as a table, one motif node after the other. Any motif, numpy alone, no compiling."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.tensor.pattern.order import parent, placement, tree_bound
from motifcnn.tensor.pattern.problem import MatchingProblem

Rows = npt.NDArray[np.int64]
CHUNK = 2_000_000  # partial instances held at a time


def count_by_joins(
    problem: MatchingProblem, progress: Callable[[float], None] | None = None
) -> tuple[npt.NDArray[np.int64], list[sparse.csr_array]]:
    """Instances per target and one matrix per role: each instance is one row of a table, built by expanding neighbours."""
    order = placement(problem)
    instances = np.zeros(problem.n_targets, dtype=np.int64)
    keys: list[list[Rows]] = [[] for _ in problem.roles]
    values: list[list[Rows]] = [[] for _ in problem.roles]
    for first, last in _chunks(tree_bound(problem, order)):
        table = {0: np.arange(first, last, dtype=np.int64)}
        for position in range(1, len(order)):
            table = _expand(problem, table, order[:position], order[position])
        instances[first:last] = np.bincount(table[0] - first, minlength=last - first)
        for k, members in enumerate(problem.roles):
            width = problem.sizes[members[0]]
            found = np.concatenate([table[0] * width + table[member] for member in members])
            key, value = np.unique(found, return_counts=True)
            keys[k].append(key)
            values[k].append(value)
        if progress is not None:
            progress(last / max(1, problem.n_targets))  # a type may have no nodes
    matrices = [
        _from_keys(
            np.concatenate(keys[k]),
            np.concatenate(values[k]),
            (problem.n_targets, problem.sizes[members[0]]),
        )
        for k, members in enumerate(problem.roles)
    ]
    return instances, matrices


def _expand(
    problem: MatchingProblem, table: dict[int, Rows], placed: tuple[int, ...], node: int
) -> dict[int, Rows]:
    up = parent(problem, placed, node)
    link = problem.linked[up, node]
    start = link.indptr[table[up]].astype(np.int64)
    length = link.indptr[table[up] + 1] - start
    ends = np.cumsum(length)
    total = int(ends[-1]) if len(ends) else 0
    source = np.repeat(np.arange(len(length)), length)
    position = np.arange(total) - np.repeat(ends - length, length) + np.repeat(start, length)
    new = link.indices[position].astype(np.int64)
    keep = np.ones(total, dtype=bool)
    for other in placed:
        images = table[other][source]
        if other != up and (other, node) in problem.linked:
            keep &= _contains(problem.linked[other, node], images, new)
        if (other, node) in problem.unlinked:
            keep &= ~_contains(problem.unlinked[other, node], images, new)
        if problem.types[other] == problem.types[node]:
            keep &= images != new
        if (other, node) in problem.smaller:
            keep &= images < new
        if (node, other) in problem.smaller:
            keep &= new < images
    source = source[keep]
    return {**{other: column[source] for other, column in table.items()}, node: new[keep]}


def _contains(matrix: sparse.csr_array, rows: Rows, columns: Rows) -> npt.NDArray[np.bool_]:
    """Whether each (row, column) is stored; the rows of `matrix` are sorted."""
    width = matrix.shape[1]
    stored = (
        np.repeat(np.arange(matrix.shape[0], dtype=np.int64), np.diff(matrix.indptr)) * width
        + matrix.indices
    )
    if not len(stored):
        return np.zeros(len(rows), dtype=bool)
    wanted = rows * width + columns
    found = np.minimum(np.searchsorted(stored, wanted), len(stored) - 1)
    hits: npt.NDArray[np.bool_] = stored[found] == wanted
    return hits


def _chunks(bound: npt.NDArray[np.float64]) -> list[tuple[int, int]]:
    """Ranges of targets whose bounds add up to at most CHUNK; a single larger target is a range of its own."""
    ranges, first, held = [], 0, 0.0
    for i, rows in enumerate(bound.tolist()):
        if held + rows > CHUNK and i > first:
            ranges.append((first, i))
            first, held = i, 0.0
        held += rows
    return [*ranges, (first, len(bound))]


def _from_keys(keys: Rows, values: Rows, shape: tuple[int, int]) -> sparse.csr_array:
    indptr = np.zeros(shape[0] + 1, dtype=np.int64)
    np.cumsum(np.bincount(keys // shape[1], minlength=shape[0]), out=indptr[1:])
    return sparse.csr_array((values.astype(np.int64), keys % shape[1], indptr), shape=shape)
