"""Estimate: what is known of a count before it starts. Kept with the graph, which never changes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from motifcnn.graph.graph import Graph
from motifcnn.motif.check import require_motif
from motifcnn.motif.motif import Motif
from motifcnn.tensor.engines.formulas import Formula, find_formula
from motifcnn.tensor.pattern.bounds import row_bounds
from motifcnn.tensor.pattern.order import placement, tree_bound
from motifcnn.tensor.pattern.problem import MatchingProblem, make_problem


@dataclass(frozen=True, eq=False)
class Estimate:
    """A motif on a graph and bounds on its count.

    Parameters
    ----------
    problem : MatchingProblem
    formula : function or None
        The formula that counts it, if one does.
    steps : float
        Upper bound on the partial maps of an enumeration.
    instances : float
        Upper bound on the instances of all targets.
    bounds : list of (n_target,) int64
        Upper bound on the entries of each row, per role.
    nonzeros : tuple of int
        Upper bound on the entries of each role.
    """

    problem: MatchingProblem
    formula: Formula | None
    steps: float
    instances: float
    bounds: list[npt.NDArray[np.int64]]
    nonzeros: tuple[int, ...]


def estimate(graph: Graph, motif: Motif, *, induced: bool) -> Estimate:
    """Bounds from degrees alone; nothing is counted."""
    require_motif(motif)
    key = (motif.nodes, motif.edges, motif.target, motif.context, motif.role_rule, induced)
    return graph.cache.get(
        ("estimate", key), lambda: estimate_problem(make_problem(graph, motif, induced=induced))
    )


def estimate_problem(problem: MatchingProblem) -> Estimate:
    """The estimate of a problem that is at hand."""
    order = placement(problem)
    bounds = row_bounds(problem)
    return Estimate(
        problem=problem,
        formula=find_formula(problem),
        steps=float(tree_bound(problem, order).sum()),
        instances=float(tree_bound(problem, order, floor=0.0).sum()) / problem.symmetries,
        bounds=bounds,
        nonzeros=tuple(int(bound.sum()) for bound in bounds),
    )
