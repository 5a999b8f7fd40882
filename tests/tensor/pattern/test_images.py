from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

import motifcnn.tensor.pattern.images as module
from motifcnn.graph import Graph, Relation, Schema
from motifcnn.motif import Motif
from motifcnn.tensor.pattern.images import images
from motifcnn.tensor.pattern.problem import make_problem
from tests.strategies import graphs_with_motifs

USERS = Schema(("user",), (Relation("user", "friend", "user", directed=False),))


def friends(n: int) -> Graph:
    """Everybody knows everybody."""
    links = np.ones((n, n), dtype=bool) ^ np.eye(n, dtype=bool)
    return Graph(USERS, {("user", "friend", "user"): links}, {"user": n})


@given(graphs_with_motifs(motif_nodes=4))
def test_pages_are_cut_from_one_list_without_repeats(drawn: tuple[Graph, Motif]) -> None:
    graph, motif = drawn
    problem = make_problem(graph, motif, induced=False)
    for target in range(graph.counts[motif.target_type]):
        every = images(problem, target, limit=1 << 20)
        assert len(np.unique(every, axis=0)) == len(every)
        pages = [images(problem, target, limit=3, offset=k) for k in range(0, len(every) + 3, 3)]
        np.testing.assert_array_equal(np.concatenate(pages), every)


def test_a_triangle_of_equal_nodes_is_met_once() -> None:
    problem = make_problem(
        friends(5), Motif.parse("(t:user)--(a:user)--(b:user), (t)--(b)"), induced=False
    )
    found = images(problem, 2, limit=100)
    assert found[:, 0].tolist() == [2] * 6
    assert {tuple(sorted(row[1:])) for row in found.tolist()} == {
        (a, b) for a in range(5) for b in range(a + 1, 5) if 2 not in (a, b)
    }


def test_a_page_of_a_huge_number_is_met_without_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    possible = module._possible
    monkeypatch.setattr(module, "_possible", lambda *a: asked.append(1) or possible(*a))
    problem = make_problem(
        friends(60), Motif.parse("(t:user)--(a:user)--(b:user)--(c:user)--(d:user)"), induced=False
    )
    assert len(images(problem, 0, limit=5, offset=50)) == 5  # of about 60^4
    assert len(asked) == 4
    assert len(images(problem, 0, limit=0, offset=10**9)) == 0
    assert len(asked) == 4
