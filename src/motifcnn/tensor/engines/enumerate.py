"""enumerate: meets every instance, node after node, in one compiled loop for all shapes."""

from __future__ import annotations

from motifcnn.tensor.engines.engine import Counted, Engine, Keep, Progress
from motifcnn.tensor.engines.memory_bound import link_matrices, threads
from motifcnn.tensor.engines.startup_cost import StartupCost
from motifcnn.tensor.pattern.estimate import Estimate

STEP_SECONDS = 2e-8  # per walk; measured by `python -m benchmarks.counting.costs`
STARTUP = StartupCost(kernel="enumerate", compile_seconds=9.0)


def _bytes(known: Estimate) -> int:
    """A counter per thread and column of each role, and a copy of the links in one array."""
    problem = known.problem
    columns = sum(problem.sizes[members[0]] for members in problem.roles)
    copied = sum(4 * int(m.nnz) + 8 * int(m.shape[0]) for m in link_matrices(problem))
    return threads() * 16 * columns + copied + 16 * len(problem.roles) * problem.n_targets


def _run(known: Estimate, keep: Keep, progress: Progress | None) -> Counted:
    from motifcnn.tensor.engines.compiled.enumerate import enumerate_instances

    return enumerate_instances(known.problem, known.bounds, progress=progress)


ENGINE = Engine(
    name="enumerate",
    motifs="every motif",
    can=lambda problem: True,
    seconds=lambda known: known.steps * STEP_SECONDS + STARTUP.seconds(),
    bytes=_bytes,
    run=_run,
)
