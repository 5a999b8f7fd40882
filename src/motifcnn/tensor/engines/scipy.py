"""scipy: formulas over products of scipy matrices. It needs no compiling."""

from __future__ import annotations

import numpy as np

from motifcnn.tensor.engines.engine import Counted, Engine, Keep, Progress
from motifcnn.tensor.engines.formulas import (
    closed,
    count_by_formula,
    extra_map_bytes,
    find_formula,
)
from motifcnn.tensor.engines.memory_bound import ENTRY_BYTES, link_entries
from motifcnn.tensor.engines.scipy_formulas import SCIPY
from motifcnn.tensor.engines.startup_cost import without_kernels
from motifcnn.tensor.pattern.estimate import Estimate
from motifcnn.tensor.pattern.problem import MatchingProblem

STEP_SECONDS = 4e-8  # per walk; measured by `python -m benchmarks.counting.costs`


def _can(problem: MatchingProblem) -> bool:
    return len(problem.types) <= 3 and find_formula(problem) is not None


def _bytes(known: Estimate) -> int:
    """Product, what is subtracted or masked out, and result side by side; links as int64."""
    problem = known.problem
    work = 3 * ENTRY_BYTES * link_entries(problem) + extra_map_bytes(problem)
    if find_formula(problem) is closed:
        first, second = (
            np.minimum(
                problem.linked[0, a] @ np.diff(problem.linked[a, b].indptr).astype(float),
                problem.sizes[b],
            ).sum()
            for a, b in ((1, 2), (2, 1))
        )
        return int(work + 16.0 * float(max(first, second)))
    return int(work + 2 * ENTRY_BYTES * max(known.nonzeros))


def _run(known: Estimate, keep: Keep, progress: Progress | None) -> Counted:
    with without_kernels():
        return count_by_formula(known.problem, SCIPY)


ENGINE = Engine(
    name="scipy",
    motifs="motifs of two and three nodes, without pairs that must not be linked",
    can=_can,
    seconds=lambda known: known.steps * STEP_SECONDS,
    bytes=_bytes,
    run=_run,
)
