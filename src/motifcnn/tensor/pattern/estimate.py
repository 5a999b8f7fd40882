"""Estimate: what is known of a count before it starts."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from motifcnn.graph.graph import Graph
from motifcnn.motif.motif import Motif
from motifcnn.tensor.pattern.bounds import row_bounds
from motifcnn.tensor.pattern.order import placement, tree_bound
from motifcnn.tensor.pattern.problem import MatchingProblem, make_problem
from motifcnn.tensor.pattern.pruning import SMALL


@dataclass(frozen=True, eq=False)
class Estimate:
    """A motif on a graph and bounds on its count.

    Parameters
    ----------
    problem : MatchingProblem
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
    steps: float
    instances: float
    bounds: list[npt.NDArray[np.int64]]
    nonzeros: tuple[int, ...]

    @property
    def nbytes(self) -> int:
        """Memory that this estimate alone may hold: bounds, and link matrices that were pruned."""
        copied = {id(m): m for m in self.problem.linked.values() if m.nnz <= SMALL}.values()
        arrays = [part for m in copied for part in (m.data, m.indices, m.indptr)]
        return sum(array.nbytes for array in (*arrays, *self.bounds))


def estimate(graph: Graph, motif: Motif, *, induced: bool) -> Estimate:
    """Bounds from degrees alone, kept with the graph; nothing is counted."""
    return graph.cache.get(
        ("estimate", motif.key, induced),
        lambda: estimate_problem(make_problem(graph, motif, induced=induced)),
    )


def estimate_problem(problem: MatchingProblem) -> Estimate:
    """The estimate of a problem that was made already."""
    order = placement(problem)
    bounds = row_bounds(problem)
    return Estimate(
        problem=problem,
        steps=float(tree_bound(problem, order).sum()),
        instances=float(tree_bound(problem, order, floor=0.0).sum()) / problem.symmetries,
        bounds=bounds,
        nonzeros=tuple(int(bound.sum()) for bound in bounds),
    )
