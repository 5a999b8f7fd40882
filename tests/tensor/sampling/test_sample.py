"""Estimates from walks are unbiased, and their standard errors are right."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motifcnn.errors import MotifCNNError
from motifcnn.graph import Graph, Relation, Schema
from motifcnn.motif import Motif
from motifcnn.tensor import SampledTensor, count
from motifcnn.tensor.pattern.problem import make_problem
from motifcnn.tensor.sampling.sample import sample_walks
from motifcnn.tensor.sampling.walks import count_walks
from tests.strategies import graphs_with_motifs

TRIANGLE = Motif.parse("(t:u)--(a:u)--(c:u)--(t)")
REPETITIONS, DRAWS = (
    3000,
    3000,
)  # draws enough for a hundred hits of a busy target, where a binomial is nearly normal


def friends(nodes: int = 24, density: float = 0.35) -> Graph:
    links = np.triu(np.random.default_rng(5).random((nodes, nodes)) < density, k=1)
    return Graph(
        Schema(("u",), (Relation("u", "r", "u", directed=False),)),
        {("u", "r", "u"): links},
        {"u": nodes},
    )


@pytest.fixture(scope="module")
def repetitions() -> list[SampledTensor]:
    """The same estimate many times, each with draws of its own."""
    walks = count_walks(make_problem(friends(), TRIANGLE, induced=False))
    generator = np.random.default_rng(0)
    return [sample_walks(TRIANGLE, walks, DRAWS, generator) for _ in range(REPETITIONS)]


def test_the_95_percent_interval_covers_the_truth_in_93_to_97_percent_of_repetitions(
    repetitions: list[SampledTensor],
) -> None:
    truth = count(friends(), TRIANGLE).total
    covered = np.mean(
        [low < truth < high for low, high in (tensor.interval for tensor in repetitions)]
    )
    assert 0.93 <= covered <= 0.97, covered


def test_the_interval_of_a_target_covers_the_truth_as_often(
    repetitions: list[SampledTensor],
) -> None:
    exact = count(friends(), TRIANGLE).instances
    busiest = int(np.argmax(exact))
    misses = [
        abs(t.instances[busiest] - exact[busiest]) > 1.96 * t.instances_error[busiest]
        for t in repetitions
    ]
    assert 0.93 <= 1 - np.mean(misses) <= 0.97


def test_every_entry_is_unbiased_and_spread_as_its_standard_error_says(
    repetitions: list[SampledTensor],
) -> None:
    exact = count(friends(), TRIANGLE).roles[0].matrix.toarray()
    drawn = np.array([tensor.roles[0].matrix.toarray() for tensor in repetitions])
    assert not drawn[:, exact == 0].any()
    spread = drawn.std(axis=0, ddof=1)[exact > 0]
    deviation = (drawn.mean(axis=0) - exact)[exact > 0] / (spread / np.sqrt(REPETITIONS))
    assert np.abs(deviation).max() < 4.5  # a few hundred standard normal values
    assert 0.8 < deviation.std() < 1.2
    claimed = np.mean(
        [tensor.roles[0].standard_error.toarray() ** 2 for tensor in repetitions], axis=0
    )[exact > 0]
    np.testing.assert_allclose(claimed.sum(), (spread**2).sum(), rtol=0.02)


@settings(max_examples=60)
@given(
    case=graphs_with_motifs(max_nodes=9, motif_nodes=4),
    induced=st.booleans(),
    seed=st.integers(0, 2**32 - 1),
)
def test_estimates_of_any_motif_are_near_the_truth(
    case: tuple[Graph, Motif], induced: bool, seed: int
) -> None:
    graph, motif = case
    exact = count(graph, motif, induced=induced, engine="join")
    tensor = count(graph, motif, induced=induced, sample=20_000, seed=seed)
    # Six standard errors of the true share: what plug-in errors of rare hits understate.
    allowed = 6 * np.sqrt(
        tensor.scale * np.maximum(exact.instances, tensor.scale / 20_000) / 20_000
    )
    assert (np.abs(tensor.instances - exact.instances) <= allowed).all()
    for found, wanted in zip(tensor.roles, exact.roles, strict=True):
        dense = wanted.matrix.toarray()
        allowed = 6 * np.sqrt(tensor.scale * np.maximum(dense, tensor.scale / 20_000) / 20_000)
        assert (np.abs(found.matrix.toarray() - dense) <= allowed).all()
        assert (found.label, found.node_type, found.members) == (
            wanted.label,
            wanted.node_type,
            wanted.members,
        )
        np.testing.assert_allclose(found.matrix.sum(axis=1), found.members * tensor.instances)
    np.testing.assert_allclose(tensor.instances.sum(), tensor.total)


def test_a_tree_of_different_types_is_hit_by_every_draw() -> None:
    schema = Schema(("a", "p"), (Relation("p", "by", "a"),))
    graph = Graph(
        schema,
        {("p", "by", "a"): np.random.default_rng(0).random((30, 20)) < 0.3},
        {"a": 20, "p": 30},
    )
    motif = Motif.parse("(t:p)--(c:a)")
    tensor = count(graph, motif, sample=500)
    assert (tensor.hits, tensor.total, tensor.total_error) == (500, count(graph, motif).total, 0.0)


def test_a_seed_repeats_and_another_does_not() -> None:
    one, same, other = (count(friends(), TRIANGLE, sample=1000, seed=seed) for seed in (1, 1, 2))
    assert one.total == same.total
    assert (one.roles[0].matrix != same.roles[0].matrix).nnz == 0
    assert (one.roles[0].matrix != other.roles[0].matrix).nnz > 0


def test_a_graph_without_walks_has_no_instances_for_certain() -> None:
    graph = Graph(
        Schema(("u",), (Relation("u", "r", "u"),)), {("u", "r", "u"): np.zeros((3, 3))}, {"u": 3}
    )
    tensor = count(graph, Motif.parse("(t:u)--(c:u)"), sample=10)
    assert (tensor.total, tensor.interval, tensor.roles[0].matrix.nnz) == (0.0, (0.0, 0.0), 0)


def test_without_a_hit_the_interval_still_has_an_end() -> None:
    links = np.triu(np.ones((40, 40)), k=1) * (
        np.add.outer(np.arange(40), np.arange(40)) % 2
    )  # bipartite: no triangle
    graph = Graph(
        Schema(("u",), (Relation("u", "r", "u", directed=False),)),
        {("u", "r", "u"): links},
        {"u": 40},
    )
    tensor = count(graph, TRIANGLE, sample=1000)
    assert (tensor.hits, tensor.total) == (0, 0.0)
    np.testing.assert_allclose(
        tensor.interval[1], tensor.scale * 3 / 1000, rtol=0.01
    )  # the rule of three


@pytest.mark.parametrize("draws", [1, 0, -5, 2.5, "many", True])
def test_a_wrong_number_of_draws_is_refused(draws: Any) -> None:
    with pytest.raises(MotifCNNError, match=r"expected a whole number of at least 2"):
        count(friends(), TRIANGLE, sample=draws)


def test_an_engine_or_limit_that_makes_no_sense_is_refused_although_none_is_needed() -> None:
    with pytest.raises(MotifCNNError, match=r"engine must be one of .*; got 'nonsense'"):
        count(friends(), TRIANGLE, sample=10, engine="nonsense")  # type: ignore[call-overload]
    with pytest.raises(MotifCNNError, match="memory_limit must be a number of bytes"):
        count(friends(), TRIANGLE, sample=10, memory_limit="1GB")  # type: ignore[call-overload]
