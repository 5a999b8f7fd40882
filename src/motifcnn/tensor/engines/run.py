"""Runs the engine that a plan chose."""

from __future__ import annotations

import time

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motifcnn.tensor.engines.compiled.segments import Progress
from motifcnn.tensor.engines.formulas import count_by_formula
from motifcnn.tensor.engines.join import count_by_joins
from motifcnn.tensor.engines.scipy_formulas import SCIPY
from motifcnn.tensor.engines.startup_cost import spend
from motifcnn.tensor.plan import COMPILED, Plan


def run_engine(
    plan: Plan, progress: Progress | None = None
) -> tuple[npt.NDArray[np.int64], list[sparse.csr_array]]:
    """Instances per target, (n_target,) int64, and one int64 CSR matrix per role."""
    if plan.engine in COMPILED:
        return _compiled(plan, progress)
    started = time.perf_counter()
    problem, formula = plan.estimate.problem, plan.estimate.formula
    if plan.engine == "scipy" and formula is not None:
        counted = count_by_formula(problem, formula, SCIPY)
    else:
        counted = count_by_joins(problem, progress)
    spend(time.perf_counter() - started)
    return counted


def _compiled(
    plan: Plan, progress: Progress | None
) -> tuple[npt.NDArray[np.int64], list[sparse.csr_array]]:
    problem, formula = plan.estimate.problem, plan.estimate.formula
    if plan.engine == "matrix" and formula is not None:
        from motifcnn.tensor.engines.compiled.operations import compiled

        return count_by_formula(problem, formula, compiled(progress))
    from motifcnn.tensor.engines.compiled.enumerate import enumerate_instances

    return enumerate_instances(problem, plan.estimate.bounds, progress=progress)
