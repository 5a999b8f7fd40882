"""What an engine takes beside its result is part of the plan."""

from __future__ import annotations

import tracemalloc

import pytest

from motifcnn.motif import Motif
from motifcnn.tensor import count, plan
from motifcnn.tensor.engines import memory_bound
from motifcnn.tensor.engines.compiled.oriented import MAX_CORE
from motifcnn.tensor.engines.compiled.undirected import MAX_BIT_BYTES
from motifcnn.tensor.pattern.estimate import estimate
from tests.tensor.test_plan import hub

TRIANGLE = Motif.parse("(t:u)--(a:u)--(c:u)--(t)")
CLIQUE = Motif.parse("(t:u)--(a:u)--(b:u)--(c:u)--(t), (t)--(b), (a)--(c)")
STAR = Motif.parse("(t:u)--(a:u), (t)--(b:u), (t)--(c:u)")


def test_the_walks_that_links_close_are_part_of_a_plan() -> None:
    leaves = 1000
    needed = plan(hub(leaves), TRIANGLE, engine="scipy").bytes
    assert leaves**2 * 12 < needed < leaves**2 * 40, "each leaf reaches each other through the hub"


def test_the_largest_target_of_a_join_is_part_of_a_plan() -> None:
    graph = hub(150)
    needed = plan(graph, STAR, engine="join").bytes
    tracemalloc.start()
    try:
        count(graph, STAR, engine="join")
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < needed < 8 * peak


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
        monkeypatch.setattr(memory_bound, "_threads", lambda threads=threads: threads)
        needed.append(
            memory_bound.scratch_bytes(estimate(hub(5000), TRIANGLE, induced=False), "matrix")
        )
    assert needed[0] > 5001**2 / 8, "rows of bits"
    assert needed[1] - needed[0] >= 7 * 4 * links


def test_limits_of_bits_are_those_of_the_kernels() -> None:
    assert memory_bound.MAX_BIT_BYTES == MAX_BIT_BYTES
    assert memory_bound.MAX_CORE_BYTES == MAX_CORE**2 // 8
