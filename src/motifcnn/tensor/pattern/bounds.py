"""Upper bounds on the entries of a tensor, from degrees alone."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import numpy.typing as npt

from motifcnn.tensor.pattern.problem import MatchingProblem


def row_bounds(problem: MatchingProblem) -> list[npt.NDArray[np.int64]]:
    """Per role, how many entries each row of its matrix can have at most.

    A member can be no more nodes than there are walks to it along a shortest path of the motif,
    and no more than its type has. Rows of targets without a link that every instance needs are
    empty.

    Returns
    -------
    list of (n_target,) int64
    """
    possible = np.ones(problem.n_targets, dtype=bool)
    for node in problem.neighbours(0):
        possible &= np.diff(problem.linked[0, node].indptr) > 0
    bounds = []
    for members in problem.roles:
        walks = sum(walks_to(problem, member) for member in members)
        entries = np.minimum(walks, float(problem.sizes[members[0]]))
        bounds.append(np.where(possible, entries, 0.0).astype(np.int64))
    return bounds


def walks_to(problem: MatchingProblem, node: int) -> npt.NDArray[np.float64]:
    """Walks from each target along a shortest path of motif nodes to `node`: (n_target,)."""
    ends = np.ones(problem.sizes[node])
    for after, before in pairwise(_path(problem, node)):
        ends = problem.linked[before, after] @ ends
    return ends


def _path(problem: MatchingProblem, node: int) -> list[int]:
    """Motif nodes from `node` back to the target, as few as possible."""
    previous = {0: 0}
    queue = [0]
    for here in queue:
        for there in problem.neighbours(here):
            if there not in previous:
                previous[there] = here
                queue.append(there)
    path = [node]
    while path[-1] != 0:
        path.append(previous[path[-1]])
    return path
