"""The engine that multiplies scipy matrices."""

from __future__ import annotations

import sys

import pytest

from motifcnn.motif import Motif
from motifcnn.tensor import plan
from motifcnn.tensor.engines import startup_cost
from motifcnn.tensor.engines.engine import keep_nothing
from motifcnn.tensor.engines.scipy import ENGINE
from motifcnn.tensor.pattern.estimate import estimate
from motifcnn.tensor.pattern.problem import make_problem
from tests.oracle import brute_force
from tests.tensor.engines.shapes import RING, TRIANGLE, WEDGE, assert_equals, dense_graph
from tests.tensor.test_plan import hub


def test_it_counts_motifs_of_up_to_three_nodes() -> None:
    graph = dense_graph()
    can = [ENGINE.can(make_problem(graph, m, induced=False)) for m in (WEDGE, TRIANGLE, RING)]
    assert can == [True, True, False]
    assert not ENGINE.can(make_problem(graph, WEDGE, induced=True))


@pytest.mark.parametrize("motif", [WEDGE, TRIANGLE], ids=str)
def test_its_counts_are_those_of_brute_force(motif: Motif) -> None:
    graph = dense_graph()
    found = ENGINE.run(estimate(graph, motif, induced=False), keep_nothing, None)
    assert_equals(found, brute_force(graph, motif))


def test_its_time_pays_for_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(startup_cost, "_spent", 0.0)
    ENGINE.run(estimate(dense_graph(), WEDGE, induced=False), keep_nothing, None)
    assert startup_cost._spent > 0


def test_the_walks_that_links_close_are_part_of_a_plan() -> None:
    leaves = 1000
    triangle = Motif.parse("(t:u)--(a:u)--(c:u)--(t)")
    needed = plan(hub(leaves), triangle, engine="scipy").bytes
    assert leaves**2 * 12 < needed < leaves**2 * 40, "each leaf reaches each other through the hub"


def test_the_module_does_not_hide_the_library() -> None:
    assert sys.modules["scipy"].__name__ == "scipy"
    assert sys.modules["scipy"] is not sys.modules[ENGINE.run.__module__]
