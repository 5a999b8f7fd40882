"""join: a table of partial instances, one motif node after the other, in numpy alone."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from motifcnn.tensor.csr import Rows, contains, from_cells
from motifcnn.tensor.engines.engine import Counted, Engine, Keep, Progress
from motifcnn.tensor.engines.startup_cost import without_kernels
from motifcnn.tensor.pattern.estimate import Estimate
from motifcnn.tensor.pattern.order import parent, placement, tree_bound
from motifcnn.tensor.pattern.problem import MatchingProblem

STEP_SECONDS = 2e-7  # per walk; measured by `python -m benchmarks.counting.costs`
CHUNK = 2_000_000  # partial instances held at a time


def count_by_joins(problem: MatchingProblem, progress: Progress | None = None) -> Counted:
    """Instances per target and one matrix per role.

    Each instance is a row of a table. The table starts with the targets and is expanded by the
    neighbours of one motif node after the other.
    """
    order = placement(problem)
    instances = np.zeros(problem.n_targets, dtype=np.int64)
    cells: list[list[Rows]] = [[] for _ in problem.roles]
    values: list[list[Rows]] = [[] for _ in problem.roles]
    for first, last in _chunks(tree_bound(problem, order)):
        table = {0: np.arange(first, last, dtype=np.int64)}
        for position in range(1, len(order)):
            table = _expand(problem, table, order[:position], order[position])
        instances[first:last] = np.bincount(table[0] - first, minlength=last - first)
        for k, members in enumerate(problem.roles):
            width = problem.sizes[members[0]]
            found = np.concatenate([table[0] * width + table[member] for member in members])
            cell, times = np.unique(found, return_counts=True)
            cells[k].append(cell)
            values[k].append(times)
        if progress is not None:
            progress(last / max(1, problem.n_targets))  # a type may have no nodes
    matrices = [
        from_cells(
            np.concatenate(cells[k]),
            np.concatenate(values[k]).astype(np.int64, copy=False),
            (problem.n_targets, problem.sizes[members[0]]),
        )
        for k, members in enumerate(problem.roles)
    ]
    return instances, matrices


def _expand(
    problem: MatchingProblem, table: dict[int, Rows], placed: tuple[int, ...], node: int
) -> dict[int, Rows]:
    """The table with a column for `node`: a row for each of its possible images."""
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
            keep &= contains(problem.linked[other, node], images, new)
        if (other, node) in problem.unlinked:
            keep &= ~contains(problem.unlinked[other, node], images, new)
        if problem.types[other] == problem.types[node]:
            keep &= images != new
        if (other, node) in problem.smaller:
            keep &= images < new
        if (node, other) in problem.smaller:
            keep &= new < images
    source = source[keep]
    return {**{other: column[source] for other, column in table.items()}, node: new[keep]}


def _chunks(bound: npt.NDArray[np.float64]) -> list[tuple[int, int]]:
    """Ranges of targets whose bounds add up to at most CHUNK, or that are a single target."""
    ranges, first, held = [], 0, 0.0
    for i, rows in enumerate(bound.tolist()):
        if held + rows > CHUNK and i > first:
            ranges.append((first, i))
            first, held = i, 0.0
        held += rows
    return [*ranges, (first, len(bound))]


def _bytes(known: Estimate) -> int:
    """The table and its expansion, then each entry as a key and on its way to a row."""
    problem = known.problem
    largest = float(tree_bound(problem, placement(problem)).max(initial=0.0))
    rows = max(min(known.steps, 2 * CHUNK), largest)
    entries = sum(min(entries, known.steps) for entries in known.nonzeros)
    return int(rows * 8 * (len(problem.types) + 10) + 32 * entries)


def _run(known: Estimate, keep: Keep, progress: Progress | None) -> Counted:
    with without_kernels():
        return count_by_joins(known.problem, progress)


ENGINE = Engine(
    name="join",
    motifs="every motif",
    can=lambda problem: True,
    seconds=lambda known: known.steps * STEP_SECONDS,
    bytes=_bytes,
    run=_run,
)
