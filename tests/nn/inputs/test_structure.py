"""The structural embedding tells communities apart, without labels."""

from __future__ import annotations

import numpy as np
from motifcnn.nn.structure import structural_embedding, whole_adjacency

from motifcnn.graph.graph import Graph
from motifcnn.graph.schema import Relation, Schema
from tests.small_graphs import bibliography

SCHEMA = Schema(("user",), (Relation("user", "knows", "user", directed=False),))


def test_members_of_a_community_are_nearer_than_strangers() -> None:
    rng = np.random.default_rng(0)
    side = np.arange(60) % 2
    links = rng.random((60, 60)) < np.where(side[:, None] == side, 0.3, 0.02)
    vectors = structural_embedding(
        Graph(SCHEMA, {("user", "knows", "user"): links}, {"user": 60}), 8
    )["user"]
    nearness = vectors @ vectors.T
    same = side[:, None] == side
    assert nearness[same].mean() > nearness[~same].mean() + 0.3


def test_the_same_seed_gives_the_same_bits_and_links_decide_alone() -> None:
    graph = bibliography()
    one, two = structural_embedding(graph, 16, seed=3), structural_embedding(graph, 16, seed=3)
    assert all(np.array_equal(one[t], two[t]) for t in graph.schema.node_types)
    assert {t: v.shape for t, v in one.items()} == {t: (n, 16) for t, n in graph.counts.items()}


def test_a_node_without_links_gets_zeros_and_small_graphs_work() -> None:
    graph = Graph(
        SCHEMA,
        {("user", "knows", "user"): np.array([[0, 1, 0], [0, 0, 0], [0, 0, 0]])},
        {"user": 3},
    )
    vectors = structural_embedding(graph, 16)["user"]
    assert np.isfinite(vectors).all()
    assert not vectors[2].any()


def test_whole_adjacency_is_symmetric_without_loops() -> None:
    matrix, first = whole_adjacency(bibliography())
    assert (matrix != matrix.T).nnz == 0
    assert not matrix.diagonal().any()
    assert first == {"author": 0, "paper": 60, "venue": 180}
