"""The engine of formulas over compiled kernels."""

from __future__ import annotations

import pytest

from motifcnn.motif import Motif
from motifcnn.tensor import plan
from motifcnn.tensor.engines import matrix
from motifcnn.tensor.engines.engine import keep_nothing, keep_with
from motifcnn.tensor.engines.matrix import ENGINE
from motifcnn.tensor.pattern.estimate import estimate
from motifcnn.tensor.pattern.problem import make_problem
from tests.oracle import brute_force
from tests.tensor.engines.shapes import (
    ALL,
    CLIQUE,
    PATH,
    RING,
    TRIANGLE,
    WEDGE,
    assert_equals,
    dense_graph,
)
from tests.tensor.test_plan import hub


def test_it_counts_what_has_a_formula() -> None:
    graph = dense_graph()
    can = {motif: ENGINE.can(make_problem(graph, motif, induced=False)) for motif in ALL}
    assert [motif for motif, able in can.items() if not able] == [PATH]
    assert not ENGINE.can(make_problem(graph, WEDGE, induced=True))


@pytest.mark.parametrize("motif", [motif for motif in ALL if motif != PATH], ids=str)
def test_its_counts_are_those_of_brute_force(motif: Motif) -> None:
    graph = dense_graph()
    found = ENGINE.run(estimate(graph, motif, induced=False), keep_nothing, None)
    assert_equals(found, brute_force(graph, motif))


@pytest.mark.parametrize("motif", [WEDGE, RING, Motif.parse("(t:u)--(a:u)--(c:v)--(t)")], ids=str)
def test_what_it_derived_serves_the_next_count(motif: Motif) -> None:
    graph = dense_graph()
    known = estimate(graph, motif, induced=False)
    made: list[object] = []

    def noted(name, make, /):  # type: ignore[no-untyped-def]
        return keep_with(graph.cache, known)(name, lambda: made.append(name) or make())

    one = ENGINE.run(known, noted, None)
    assert made
    several = list(made)
    two = ENGINE.run(known, noted, None)
    assert made == several
    for found in (one, two):
        assert_equals(found, brute_force(graph, motif))


def test_the_bits_of_a_neighbourhood_are_part_of_a_plan() -> None:
    leaves = 20_000
    # The hub's alone: of others, threads hold next to nothing.
    assert (
        leaves**2 / 8
        < plan(hub(leaves), CLIQUE, engine="matrix").bytes
        < leaves**2 / 8 + 30_000_000
    )


def test_every_thread_has_counters_of_its_own_for_undirected_triangles(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    links, needed = 2 * 5001, []
    for threads in (1, 8):
        monkeypatch.setattr(matrix, "threads", lambda threads=threads: threads)
        needed.append(ENGINE.bytes(estimate(hub(5000), TRIANGLE, induced=False)))
    assert needed[0] > 5001**2 / 8, "rows of bits"
    assert needed[1] - needed[0] >= 7 * 4 * links
