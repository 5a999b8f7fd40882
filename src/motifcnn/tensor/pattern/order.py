"""The order in which engines place the nodes of a motif, and the walks along it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from motifcnn.tensor.pattern.problem import MatchingProblem


def placement(problem: MatchingProblem) -> tuple[int, ...]:
    """Motif nodes, target first, so that each is linked to an earlier one.

    The next node is the one with the most links to those placed; among equals the one with the
    fewest possible images.
    """
    order = [0]
    while len(order) < len(problem.types):
        rest = [
            n
            for n in range(len(problem.types))
            if n not in order and any((p, n) in problem.linked for p in order)
        ]
        order.append(
            min(
                rest,
                key=lambda n: (
                    -sum((p, n) in problem.linked for p in order),
                    fan_out(problem, order, n),
                ),
            )
        )
    return tuple(order)


def fan_out(problem: MatchingProblem, placed: list[int] | tuple[int, ...], node: int) -> float:
    """Mean number of images of `node`, given those of the placed nodes."""
    return min(_degree(problem, p, node) for p in placed if (p, node) in problem.linked)


def parent(problem: MatchingProblem, placed: tuple[int, ...], node: int) -> int:
    """The placed node from which `node` is expanded: the one with the shortest neighbour lists."""
    linked = [p for p in placed if (p, node) in problem.linked]
    return min(linked, key=lambda p: _degree(problem, p, node))


def _degree(problem: MatchingProblem, source: int, node: int) -> float:
    """Mean length of the neighbour lists from `source` to `node`."""
    return float(problem.linked[source, node].nnz) / max(1, problem.sizes[source])


def tree_bound(
    problem: MatchingProblem, order: tuple[int, ...], *, floor: float = 1.0
) -> npt.NDArray[np.float64]:
    """Upper bound on the maps of each target: walks down the tree of parents.

    With `floor=1` a branch without an end counts as one, so that the bound also holds for partial
    maps.

    Returns
    -------
    (n_target,) float64
    """
    weight = {node: np.ones(problem.sizes[node]) for node in order}
    for position in range(len(order) - 1, 0, -1):
        node = order[position]
        up = parent(problem, order[:position], node)
        weight[up] = weight[up] * np.maximum(problem.linked[up, node] @ weight[node], floor)
    return weight[0]
