"""The engine that joins tables of partial instances."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest

from motifcnn.graph import Graph, Relation, Schema
from motifcnn.motif import Motif
from motifcnn.tensor import count, plan
from motifcnn.tensor.engines import join
from motifcnn.tensor.engines.engine import keep_nothing
from motifcnn.tensor.engines.join import ENGINE
from motifcnn.tensor.pattern.estimate import estimate
from tests.oracle import brute_force
from tests.tensor.engines.shapes import ALL, assert_equals, dense_graph
from tests.tensor.test_plan import hub

SCHEMA = Schema(("a", "b"), (Relation("a", "r", "b"),))


def test_a_target_type_without_nodes_counts_nothing_and_reports_to_the_end() -> None:
    graph = Graph(SCHEMA, {("a", "r", "b"): np.zeros((0, 3))}, {"a": 0, "b": 3})
    for text in ("(t:a)--(c:b)", "(t:a)--(b:b)--(x:a)--(c:b)"):
        told: list[float] = []
        tensor = count(graph, Motif.parse(text), engine="join", progress=told.append)
        assert tensor.instances.shape == (0,)
        assert [role.matrix.shape[0] for role in tensor.roles] == [0] * len(tensor.roles)
        assert told[-1] == 1.0
        assert all(0 <= share <= 1 for share in told)


@pytest.mark.parametrize("chunk", [3, 2_000_000])
@pytest.mark.parametrize("induced", [False, True])
@pytest.mark.parametrize("motif", ALL, ids=str)
def test_its_counts_are_those_of_brute_force(
    motif: Motif, induced: bool, chunk: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(join, "CHUNK", chunk)
    graph = dense_graph()
    found = ENGINE.run(estimate(graph, motif, induced=induced), keep_nothing, None)
    assert_equals(found, brute_force(graph, motif, induced=induced))


def test_the_largest_target_of_a_join_is_part_of_a_plan() -> None:
    graph, star = hub(150), Motif.parse("(t:u)--(a:u), (t)--(b:u), (t)--(c:u)")
    needed = plan(graph, star, engine="join").bytes
    tracemalloc.start()
    try:
        count(graph, star, engine="join")
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < needed < 8 * peak
