"""Walks are all maps of a tree, each as likely as any other."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings

from motifcnn.errors import BudgetError
from motifcnn.graph import Graph, Relation, Schema
from motifcnn.motif import Motif
from motifcnn.tensor import count
from motifcnn.tensor.pattern.problem import MatchingProblem, make_problem
from motifcnn.tensor.sampling.walks import (
    TreeWalks,
    count_walks,
    spanning_trees,
    with_walks,
)
from tests.strategies import graphs_with_motifs


def all_walks(walks: TreeWalks) -> set[tuple[int, ...]]:
    problem: MatchingProblem = walks.problem
    links = {(a, b): problem.linked[a, b].toarray() for a, b in walks.tree}
    images = product(*(range(size) for size in problem.sizes))
    return {
        image for image in images if all(links[a, b][image[a], image[b]] for a, b in walks.tree)
    }


@settings(max_examples=100)
@given(case=graphs_with_motifs(max_nodes=7, motif_nodes=4))
def test_the_number_of_walks_is_exact_and_every_draw_is_one(case: tuple[Graph, Motif]) -> None:
    walks = count_walks(make_problem(*case, induced=False))
    expected = all_walks(walks)
    assert walks.total == len(expected)
    if walks.total:
        drawn = walks.draw(50, np.random.default_rng(0))
        assert {
            tuple(image)
            for image in np.stack([drawn[node] for node in sorted(drawn)], axis=1).tolist()
        } <= expected


@settings(max_examples=100)
@given(case=graphs_with_motifs(max_nodes=7, motif_nodes=4))
def test_every_target_with_an_instance_has_a_walk_and_along_a_tree_those_counted_are_found(
    case: tuple[Graph, Motif],
) -> None:
    problem = make_problem(*case, induced=False)
    found = with_walks(problem)
    assert found[count(*case).instances > 0].all()
    if len(spanning_trees(problem)) == 1:
        np.testing.assert_array_equal(found, np.diff(count_walks(problem).starts) > 0)


def triangle_graph(nodes: int = 7) -> Graph:
    links = np.random.default_rng(3).random((nodes, nodes)) < 0.5
    return Graph(Schema(("u",), (Relation("u", "r", "u"),)), {("u", "r", "u"): links}, {"u": nodes})


def test_every_walk_is_drawn_as_often_as_any_other() -> None:
    walks = count_walks(
        make_problem(
            triangle_graph(), Motif.parse("(t:u)-->(a:u)-->(c:u), (t)--(c)"), induced=False
        )
    )
    n = 400 * walks.total
    drawn = walks.draw(n, np.random.default_rng(1))
    _, times = np.unique(
        np.stack([drawn[node] for node in range(3)], axis=1), axis=0, return_counts=True
    )
    assert len(times) == walks.total
    chi_squared = ((times - 400) ** 2 / 400).sum()
    assert abs(chi_squared - walks.total) < 4 * np.sqrt(2 * walks.total)


def test_the_tree_with_fewest_walks_is_taken() -> None:
    rare = np.zeros((7, 7), dtype=bool)
    rare[0, 1] = rare[1, 2] = True
    schema = Schema(("u",), (Relation("u", "many", "u"), Relation("u", "rare", "u")))
    graph = Graph(schema, {("u", "many", "u"): np.ones((7, 7)), ("u", "rare", "u"): rare}, {"u": 7})
    problem = make_problem(
        graph, Motif.parse("(t:u)-[:rare]->(a:u)-[:rare]->(c:u)-[:many]->(t)"), induced=False
    )
    assert len(spanning_trees(problem)) == 3
    assert count_walks(problem).total == 1


def test_trees_of_one_shape_are_compared_once() -> None:
    links = Relation("u", "r", "u", directed=False)
    graph = Graph(Schema(("u",), (links,)), {links.key: np.ones((5, 5))}, {"u": 5})
    triangle = make_problem(graph, Motif.parse("(t:u)--(a:u)--(c:u)--(t)"), induced=False)
    assert len(spanning_trees(triangle)) == 2, "the target in the middle, or at an end"


def test_too_many_walks_to_number_are_refused() -> None:
    graph = Graph(
        Schema(("u",), (Relation("u", "r", "u"),)),
        {("u", "r", "u"): np.ones((1500, 1500))},
        {"u": 1500},
    )
    star = Motif.parse("(t:u)-->(a:u), (t)-->(b:u), (t)-->(c:u), (t)-->(d:u), (t)-->(e:u)")
    with pytest.raises(BudgetError, match=r"1\.1e\+19 walks here, past what int64 can number"):
        count_walks(make_problem(graph, star, induced=False))
