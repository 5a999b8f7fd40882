"""matrix: the formulas over compiled kernels."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from motifcnn.tensor.engines.engine import Counted, Engine, Keep, Progress
from motifcnn.tensor.engines.formulas import (
    clique,
    closed,
    count_by_formula,
    extra_map_bytes,
    find_formula,
    is_one_undirected,
)
from motifcnn.tensor.engines.memory_bound import (
    ENTRY_BYTES,
    MAX_BIT_BYTES,
    MAX_CORE,
    link_entries,
    threads,
)
from motifcnn.tensor.engines.startup_cost import StartupCost
from motifcnn.tensor.pattern.estimate import Estimate
from motifcnn.tensor.pattern.problem import MatchingProblem

STEP_SECONDS = 5e-9  # per walk; measured by `python -m benchmarks.counting.costs`
STARTUP = StartupCost(kernel="path", compile_seconds=5.0)


def _can(problem: MatchingProblem) -> bool:
    return find_formula(problem) is not None


def _bytes(known: Estimate) -> int:
    """A counter per thread and column, maps that are not a role by themselves, kernel tables."""
    problem, formula = known.problem, find_formula(known.problem)
    work = threads() * 16 * max(problem.sizes) + extra_map_bytes(problem)
    if formula is clique:
        return int(work + _neighbourhood_bits(problem))
    if formula is closed and is_one_undirected(problem):
        return int(work + _undirected_tables(problem))
    return int(work + 2 * ENTRY_BYTES * link_entries(problem))


def _neighbourhood_bits(problem: MatchingProblem) -> float:
    """Bits of one neighbourhood per thread. No two threads have the same target."""
    most = np.sort(_degrees(problem))[-threads() :].astype(float)
    return float((most * (most + 128) / 8).sum())


def _undirected_tables(problem: MatchingProblem) -> float:
    """Rows of bits of all nodes or of the core, and counters per thread and link."""
    degree, count = _degrees(problem), threads()
    bits = len(degree) * (len(degree) + 64.0) / 8
    return (
        (bits if bits <= MAX_BIT_BYTES else MAX_CORE**2 / 8)
        + (count + 4) * 4 * int(problem.linked[0, 1].nnz)
        + count * 64 * int(degree.max(initial=0))
        + 32 * len(degree)
    )


def _degrees(problem: MatchingProblem) -> npt.NDArray[np.int64]:
    degrees: npt.NDArray[np.int64] = np.diff(problem.linked[0, 1].indptr).astype(np.int64)
    return degrees


def _run(known: Estimate, keep: Keep, progress: Progress | None) -> Counted:
    from motifcnn.tensor.engines.compiled.operations import compiled

    return count_by_formula(known.problem, compiled(keep, progress))


ENGINE = Engine(
    name="matrix",
    motifs="motifs of two and three nodes, rings and cliques of four, without pairs that must not "
    "be linked",
    can=_can,
    seconds=lambda known: known.steps * STEP_SECONDS + STARTUP.seconds(),
    bytes=_bytes,
    run=_run,
)
