"""What quotients are made of is made once, and transposes are found again."""

from __future__ import annotations

import numpy as np

from motifcnn.graph import Graph, Relation, Schema
from motifcnn.motif import Motif
from motifcnn.tensor.operator.factored.forms import FILL_SHARE, SMALL_FILL, Forms, make_forms
from motifcnn.tensor.pattern.problem import make_problem

SCHEMA = Schema(("a", "b"), (Relation("a", "r", "b"), Relation("a", "s", "a", directed=False)))
RNG = np.random.default_rng(0)
R, S = RNG.random((7, 5)) < 0.5, np.triu(RNG.random((7, 7)) < 0.5, 1)
GRAPH = Graph(SCHEMA, {("a", "r", "b"): R, ("a", "s", "a"): S}, {"a": 7, "b": 5})
CLOSED = Motif.parse("(t:a)--(x:b)--(c:a)--(t)")  # nodes 0, 1, 2


def forms() -> Forms:
    return make_forms(make_problem(GRAPH, CLOSED, induced=False))


def test_a_link_and_its_transpose_are_made_once() -> None:
    found = forms()
    link = found.link(((0, 1),))
    assert found.link(((0, 1),)) is link
    assert found.link(((1, 0),)) is link.transposed
    np.testing.assert_array_equal(link.matrix.toarray(), found.problem.linked[0, 1].toarray())


def test_a_pair_of_blocks_must_satisfy_all_that_it_stands_for() -> None:
    found = forms()
    problem = found.problem
    both = found.link(((0, 1), (2, 1))).matrix
    expected = problem.linked[0, 1].toarray() & problem.linked[2, 1].toarray()
    np.testing.assert_array_equal(both.toarray(), expected)


def test_walks_are_filled_or_closed_once_in_both_directions() -> None:
    found = forms()
    first, second = found.link(((0, 1),)), found.link(((1, 2),))
    mask = found.link(((0, 2),))
    walks = found.fill(first, None, second)
    assert found.fill(first, None, second) is walks
    assert found.fill(second.transposed, None, first.transposed) is walks.transposed
    dense = first.matrix.toarray().astype(int) @ second.matrix.toarray().astype(int)
    np.testing.assert_array_equal(walks.matrix.toarray(), dense)
    closed = found.close(mask, first, None, second)
    assert found.close(mask, first, None, second) is closed
    np.testing.assert_array_equal(closed.matrix.toarray(), dense * mask.matrix.toarray())


def test_a_fold_sums_what_hangs_at_the_far_end() -> None:
    found = forms()
    link = found.link(((0, 1),))
    ends = found.fold(found.link(((1, 2),)), None)
    assert found.fold(link, ends) is found.fold(link, ends)
    expected = link.matrix.toarray().astype(int) @ ends.value
    np.testing.assert_array_equal(found.fold(link, ends).value, expected)
    twice = found.times(ends, ends)
    assert twice is not None
    np.testing.assert_array_equal(twice.value, ends.value**2)


def test_small_products_are_stored_whatever_the_links() -> None:
    problem = make_problem(GRAPH, CLOSED, induced=False)
    links = sum(matrix.nnz for matrix in problem.linked.values()) / 2
    assert make_forms(problem).limit == max(SMALL_FILL, FILL_SHARE * links)
    assert make_forms(problem, 3.0).limit == 3.0
    assert (
        not make_forms(problem, 3.0)
        .fill(make_forms(problem).link(((0, 1),)), None, make_forms(problem).link(((1, 2),)))
        .stored
    )
