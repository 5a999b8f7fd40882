"""The structural embedding places communities apart, without labels."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from motifcnn.graph.flat import flat_adjacency
from motifcnn.graph.graph import Graph
from motifcnn.graph.schema import Relation, Schema
from motifcnn.nn.inputs.structure import rows_to_one, scaled_rows, structural_embedding
from tests.small_graphs import bibliography

SCHEMA = Schema(("user",), (Relation("user", "knows", "user", directed=False),))


def test_members_of_a_community_are_nearer_than_strangers() -> None:
    rng = np.random.default_rng(0)
    side = np.arange(60) % 2
    links = rng.random((60, 60)) < np.where(side[:, None] == side, 0.3, 0.02)
    vectors = structural_embedding(
        Graph(SCHEMA, {("user", "knows", "user"): links}, {"user": 60}), 8
    ).vectors["user"]
    nearness = vectors @ vectors.T
    same = side[:, None] == side
    assert nearness[same].mean() > nearness[~same].mean() + 0.3


def test_the_same_seed_gives_the_same_bits_and_links_decide_alone() -> None:
    graph = bibliography()
    one, two = (structural_embedding(graph, 16, seed=3).vectors for _ in range(2))
    assert all(np.array_equal(one[t], two[t]) for t in graph.schema.node_types)
    assert {t: v.shape for t, v in one.items()} == {t: (n, 16) for t, n in graph.counts.items()}


def test_a_node_without_links_gets_zeros_and_small_graphs_work() -> None:
    graph = Graph(
        SCHEMA,
        {("user", "knows", "user"): np.array([[0, 1, 0], [0, 0, 0], [0, 0, 0]])},
        {"user": 3},
    )
    vectors = structural_embedding(graph, 16).vectors["user"]
    assert np.isfinite(vectors).all()
    assert not vectors[2].any()


def test_rows_have_length_one() -> None:
    for columns in (4, 40):  # through the Gram matrix, and of the matrix itself
        for t, vectors in structural_embedding(bibliography(30), columns).vectors.items():
            length = np.linalg.norm(vectors, axis=1)
            assert np.isclose(length, 1, atol=1e-5).sum() + (length == 0).sum() == len(length), t


@pytest.mark.parametrize("columns", [4, 40])
@pytest.mark.parametrize("decay", [0.5, 1.5])
def test_vectors_are_scaled_sums_of_the_terms_of_a_node_and_its_neighbours(
    columns: int, decay: float
) -> None:
    graph = bibliography(30)
    found = structural_embedding(graph, columns, decay=decay)
    terms = np.vstack(list(found.terms.values())).astype(np.float64)
    sums = terms + flat_adjacency(graph).toarray() @ terms
    length = np.linalg.norm(sums, axis=1, keepdims=True)
    vectors = np.vstack(list(found.vectors.values()))
    linked = vectors.any(axis=1)
    np.testing.assert_allclose(vectors[linked], sums[linked] / length[linked], atol=2e-3)


def test_a_larger_decay_gives_coarse_structure_more_weight() -> None:
    shares = []
    for decay in (0.5, 1.5):
        found = structural_embedding(bibliography(), 16, decay=decay).vectors
        vectors = np.vstack(list(found.values()))
        columns = (vectors**2).sum(axis=0)
        shares.append(columns[0] / columns.sum())
    assert shares[1] > shares[0]


def test_the_labels_and_features_change_nothing() -> None:
    graph = bibliography()
    bare = Graph(graph.schema, graph.adjacency, graph.counts)
    one, two = (structural_embedding(g, 8).vectors for g in (graph, bare))
    assert all(np.array_equal(one[t], two[t]) for t in one)


def test_a_graph_without_links_has_zeros() -> None:
    bare = Graph(SCHEMA, {("user", "knows", "user"): np.zeros((4, 4))}, {"user": 4})
    assert not structural_embedding(bare, 3).vectors["user"].any()


def test_rows_are_scaled_to_a_sum_or_a_length_of_one_and_empty_ones_stay() -> None:
    dense = np.array([[1.0, 3.0], [0.0, 0.0], [2.0, 0.0]], np.float32)
    np.testing.assert_allclose(
        rows_to_one(sparse.csr_array(dense)).toarray(), [[0.25, 0.75], [0, 0], [1, 0]]
    )
    np.testing.assert_allclose(
        scaled_rows(dense), dense / np.array([[10**0.5], [1.0], [2.0]]), rtol=1e-6
    )
