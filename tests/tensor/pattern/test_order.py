"""The order of motif nodes and the walks along it."""

from __future__ import annotations

from itertools import product

import numpy as np
from hypothesis import given, settings

from motifcnn.graph.graph import Graph
from motifcnn.motif.motif import Motif
from motifcnn.tensor.pattern.order import fan_out, parent, placement, tree_bound
from motifcnn.tensor.pattern.problem import MatchingProblem, make_problem
from tests.strategies import graphs_with_motifs


@settings(max_examples=80)
@given(case=graphs_with_motifs(max_nodes=9, motif_nodes=5))
def test_every_node_is_linked_to_an_earlier_one(case: tuple[Graph, Motif]) -> None:
    problem = make_problem(*case, induced=False)
    order = placement(problem)
    assert order[0] == 0
    assert sorted(order) == list(range(len(problem.types)))
    for position in range(1, len(order)):
        up = parent(problem, order[:position], order[position])
        assert up in order[:position]
        assert (up, order[position]) in problem.linked
        degrees = [
            problem.linked[p, order[position]].nnz / max(1, problem.sizes[p])
            for p in order[:position]
            if (p, order[position]) in problem.linked
        ]
        assert fan_out(problem, order[:position], order[position]) == min(degrees)


def walks(problem: MatchingProblem, order: tuple[int, ...]) -> np.ndarray:
    """Maps of the tree of parents, one by one."""
    branches = [(parent(problem, order[:k], order[k]), order[k]) for k in range(1, len(order))]
    links = {branch: problem.linked[branch].toarray() for branch in branches}
    found = np.zeros(problem.n_targets)
    for image in product(*(range(size) for size in problem.sizes)):
        found[image[0]] += all(links[a, b][image[a], image[b]] for a, b in branches)
    return found


@settings(max_examples=40)
@given(case=graphs_with_motifs(max_nodes=6, motif_nodes=4))
def test_without_a_floor_the_bound_is_the_number_of_walks(case: tuple[Graph, Motif]) -> None:
    problem = make_problem(*case, induced=False)
    order = placement(problem)
    expected = walks(problem, order)
    np.testing.assert_array_equal(tree_bound(problem, order, floor=0.0), expected)
    assert (tree_bound(problem, order) >= np.maximum(expected, 1)).all()
