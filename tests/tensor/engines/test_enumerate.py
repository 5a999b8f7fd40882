"""The engine that meets every instance in a compiled loop."""

from __future__ import annotations

import pytest

from motifcnn.motif import Motif
from motifcnn.tensor.engines import enumerate as module
from motifcnn.tensor.engines.engine import keep_nothing
from motifcnn.tensor.engines.enumerate import ENGINE
from motifcnn.tensor.pattern.estimate import estimate
from motifcnn.tensor.pattern.problem import make_problem
from tests.oracle import brute_force
from tests.tensor.engines.shapes import ALL, PATH, assert_equals, dense_graph


@pytest.mark.parametrize("induced", [False, True])
@pytest.mark.parametrize("motif", ALL, ids=str)
def test_its_counts_are_those_of_brute_force(motif: Motif, induced: bool) -> None:
    graph = dense_graph()
    assert ENGINE.can(make_problem(graph, motif, induced=induced))
    found = ENGINE.run(estimate(graph, motif, induced=induced), keep_nothing, None)
    assert_equals(found, brute_force(graph, motif, induced=induced))


def test_every_thread_has_a_counter_for_each_column(monkeypatch: pytest.MonkeyPatch) -> None:
    known = estimate(dense_graph(), PATH, induced=False)
    needed = []
    for threads in (1, 3):
        monkeypatch.setattr(module, "threads", lambda threads=threads: threads)
        needed.append(ENGINE.bytes(known))
    columns = 9 + 9 + 4  # roles a, b and c
    assert needed[1] - needed[0] == 2 * 16 * columns


def test_its_time_grows_with_the_walks_once_it_is_loaded() -> None:
    one, two = (estimate(dense_graph(nodes=n), PATH, induced=False) for n in (6, 12))
    ENGINE.run(one, keep_nothing, None)
    assert ENGINE.seconds(two) / ENGINE.seconds(one) == pytest.approx(two.steps / one.steps)
