"""The terms of a role are its matrix: signed homomorphism counts of its quotients."""

from __future__ import annotations

import numpy as np
import pytest

from motifcnn.motif.motif import Motif
from motifcnn.tensor.spark.problem import column
from motifcnn.tensor.spark.terms import TARGET, Term, bare_terms, link_table, role_terms
from tests.oracle import brute_force
from tests.tensor.spark.local_problem import Tables, array, local_problem
from tests.tensor.spark.test_count import PATTERNS, papers


def homomorphisms(term: Term, tables: Tables) -> np.ndarray:
    """Per image of the target and of the term's node, the maps that have all links."""
    letters = [(f"{'abcdef'[a]}{'abcdef'[b]}", array(tables, link)) for (a, b), link in term.links]
    free = f"a{'abcdef'[int(term.node[1:])]}"
    indices = ",".join(index for index, _ in letters)
    return np.einsum(f"{indices}->{free}", *(links for _, links in letters))


@pytest.mark.parametrize("name", PATTERNS)
def test_terms_divided_by_the_symmetries_are_the_matrix(name: str) -> None:
    graph, motif = papers(), Motif.parse(PATTERNS[name])
    problem, tables = local_problem(graph, motif)
    _, expected = brute_force(graph, motif)
    for role, matrix in enumerate(expected):
        terms = role_terms(problem, role)
        total = sum(term.times * homomorphisms(term, tables) for term in terms)
        if motif.roles[role].node_type == motif.target_type:
            np.fill_diagonal(total, 0)
        assert not (total % problem.shape.symmetries).any()
        np.testing.assert_array_equal(total // problem.shape.symmetries, matrix)


def test_a_node_that_coincides_with_the_target_is_no_term_of_a_matrix() -> None:
    problem, _ = local_problem(papers(), Motif.parse("(t:paper)--(a:author)--(c:paper)"))
    assert [(times, block) for times, block, *_ in bare_terms(problem, 1)] == [(1, 2), (-1, 0)]
    (term,) = role_terms(problem, 1)
    assert (term.times, term.node) == (1, column(2)) and term.node != TARGET


def test_a_table_of_links_has_the_squares_of_its_own_ends() -> None:
    problem, tables = local_problem(papers(), Motif.parse("(t:paper)--(a:author)"))
    table = link_table((0, 1), problem.about(problem.link((0, 1))))
    back = link_table((1, 0), problem.about(problem.link((1, 0))))
    assert table.rows == tables[0].sum()
    assert table.squares == back.squares
    assert table.squares == {
        column(0): (tables[0].sum(axis=1) ** 2).sum(),
        column(1): (tables[0].sum(axis=0) ** 2).sum(),
    }
