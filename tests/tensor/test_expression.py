"""Planted triangles are over-expressed, those of a random graph are not."""

from __future__ import annotations

import numpy as np
import pytest

import motifcnn as mc
from motifcnn.errors import MotifCNNError
from motifcnn.graph import Graph, Relation, Schema
from motifcnn.tensor.expression import Expression

TRIANGLE = "(t:user)--(a:user)--(c:user), (t)--(c)"
FRIEND = Relation("user", "friend", "user", directed=False)


def friends(matrix: np.ndarray) -> Graph:
    return Graph(Schema(("user",), (FRIEND,)), {FRIEND.key: matrix}, {"user": len(matrix)})


def triangles(graph: Graph) -> int:
    """By the trace of the third power: each triangle has three targets, and two directions."""
    matrix = graph.adjacency[FRIEND.key].toarray().astype(np.int64)
    return int(np.trace(matrix @ matrix @ matrix)) // 2


def test_planted_triangles_are_over_expressed() -> None:
    graph = friends(np.kron(np.eye(40), 1 - np.eye(3)))  # 40 triangles, every degree is 2
    found = mc.expression(graph, TRIANGLE, samples=20)
    assert found.instances == 120 == triangles(graph)
    # A random 2-regular graph has (2 - 1)^3 / 6 triangles in expectation, times three targets.
    assert found.mean == pytest.approx(3 / 6, abs=1.0)
    assert found.z is not None and found.z > 20
    assert found.samples == 20


def test_a_graph_without_triangles_is_under_expressed() -> None:
    halves = np.kron(np.array([[0, 1], [1, 0]]), np.random.default_rng(0).random((30, 30)) < 0.4)
    found = mc.expression(friends(np.triu(halves)), TRIANGLE)
    assert found.instances == 0 and found.ratio == 0.0
    assert found.z is not None and found.z < -5


@pytest.mark.parametrize("seed", range(5))
def test_a_random_graph_is_as_chance_has_it(seed: int) -> None:
    links = np.triu(np.random.default_rng(seed).random((60, 60)) < 0.15, 1)
    found = mc.expression(friends(links), TRIANGLE, samples=30, seed=seed)
    assert found.z is not None and abs(found.z) < 3.5


def test_counts_by_chance_are_those_of_the_rewired_graphs() -> None:
    from motifcnn.tensor.expression import random_graph

    graph = friends(np.triu(np.random.default_rng(1).random((30, 30)) < 0.3, 1))
    found = mc.expression(graph, TRIANGLE, samples=4, seed=7)
    assert found.by_chance == tuple(triangles(random_graph(graph, k, seed=7)) for k in range(4))
    assert len(set(found.by_chance)) > 1, "samples differ"
    assert found == mc.expression(graph, TRIANGLE, samples=4, seed=7)


def test_mean_deviation_and_z_are_those_of_numpy() -> None:
    found = Expression(50, (3, 9, 12, 1))
    assert found.mean == np.mean(found.by_chance)
    assert found.deviation == pytest.approx(np.std(found.by_chance, ddof=1))
    assert found.z == pytest.approx((50 - 6.25) / np.std(found.by_chance, ddof=1))
    assert found.ratio == 8.0


def test_equal_samples_have_no_z_and_none_by_chance_no_ratio() -> None:
    assert Expression(5, (5, 5)).z is None
    assert Expression(5, (5, 5)).ratio == 1.0
    assert Expression(5, (0, 0)).z is None
    assert Expression(5, (0, 0)).ratio is None
    star = mc.expression(mc.load_dataset("debian"), "(t:library)--(p:package)--(c:tag)", samples=2)
    assert star.z is None and star.mean == star.instances, "degrees decide it"


def test_one_sample_is_refused() -> None:
    with pytest.raises(MotifCNNError, match="two or more"):
        mc.expression(friends(np.eye(2)), TRIANGLE, samples=1)


@pytest.mark.parametrize(
    ("instances", "by_chance", "words"),
    [
        (1200, (98, 102), "12 times as many as by chance, z = 389"),
        (150, (98, 102), "50 % more than by chance, z = 18"),
        (25, (98, 102), "75 % fewer than by chance, z = \N{MINUS SIGN}27"),
        (0, (98, 102), "none, 100 by chance, z = \N{MINUS SIGN}35"),
        (101, (98, 102), "about as many as by chance, z = 0.4"),
        (7, (7, 7), "set by the degrees, z undefined"),
        (7, (0, 0), "none by chance, z undefined"),
        (0, (0, 0), "none, as by chance, z undefined"),
        (21, (7, 7), "3.0 times as many as by chance, z undefined"),
    ],
)
def test_words_say_over_under_or_chance(
    instances: int, by_chance: tuple[int, ...], words: str
) -> None:
    assert str(Expression(instances, by_chance)) == words
