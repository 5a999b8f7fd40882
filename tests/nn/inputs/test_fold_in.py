"""New nodes get the inputs that belong to nodes from the nodes they share neighbours with."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse

from motifcnn.errors import BudgetError
from motifcnn.graph.flat import flat_adjacency, offsets
from motifcnn.graph.graph import Graph
from motifcnn.graph.schema import Relation, Schema
from motifcnn.graph.subgraph import without_nodes
from motifcnn.nn.inputs import InputSettings, fold_in, node_inputs
from motifcnn.nn.inputs.fold_in import (
    folded_one_hot,
    folded_structure,
    mixed,
    training_rows,
)
from tests.small_graphs import bibliography

ROWS = InputSettings()
STRUCTURE = InputSettings(featureless="structure", structure=8, structure_everywhere=True)
BY = Relation("paper", "by", "author")


def library(*links: tuple[int, int], authors: int) -> Graph:
    """Papers 0 to 9 and some authors, linked as given."""
    matrix = np.zeros((10, authors))
    matrix[tuple(zip(*links, strict=True))] = 1
    return Graph(
        Schema(("author", "paper"), (BY,)), {BY.key: matrix}, {"author": authors, "paper": 10}
    )


def test_a_new_node_is_the_mix_of_those_it_shares_neighbours_with() -> None:
    # Author 3 is new: papers 0, with authors 0 and 1, and 1, with author 1 alone.
    graph = library((0, 0), (0, 1), (1, 1), (2, 2), (0, 3), (1, 3), authors=4)
    fitted = node_inputs(without_nodes(graph, "author", [3]), ROWS).fitted
    found = folded_one_hot(graph, fitted, "author").toarray()
    np.testing.assert_array_equal(found[:3], np.eye(3))
    # Paper 0 gives a third to each of its authors, paper 1 a half; the new one does not count.
    weights = np.array([1 / 3, 1 / 3 + 1 / 2, 0])
    np.testing.assert_allclose(found[3], weights / weights.sum(), rtol=1e-6)


def test_mixes_equal_two_steps_of_a_random_walk() -> None:
    graph = bibliography()
    new = np.arange(0, 60, 7)
    fitted = node_inputs(without_nodes(graph, "author", new), ROWS).fitted
    adjacency = flat_adjacency(graph).toarray()
    step = adjacency / np.maximum(adjacency.sum(axis=1, keepdims=True), 1)
    own = offsets(graph)["author"]
    walks = np.delete((step @ step)[own, own], new, axis=1)[new]
    sums = walks.sum(axis=1, keepdims=True)
    found = folded_one_hot(graph, fitted, "author").toarray()[new]
    first = (sums > 0).ravel()  # the others are reached in the second round, or not at all
    np.testing.assert_allclose(found[first], (walks / np.maximum(sums, 1e-9))[first], atol=1e-6)
    total = found.sum(axis=1)
    assert (np.isclose(total, 1, atol=1e-5) | (total == 0)).all()


def test_a_second_round_reaches_what_is_linked_through_new_nodes_alone() -> None:
    # Author 1 shares paper 0 with author 0, author 2 shares paper 1 with author 1 alone.
    graph = library((0, 0), (0, 1), (1, 1), (1, 2), (2, 3), authors=4)
    fitted = node_inputs(without_nodes(graph, "author", [1, 2, 3]), ROWS).fitted
    found = folded_one_hot(graph, fitted, "author").toarray().ravel()
    assert found.tolist() == [1, 1, 1, 0]  # author 3 shares a paper with nobody


def test_dense_and_sparse_rows_mix_alike() -> None:
    graph = bibliography()
    rows = np.where(np.arange(60) % 4, np.arange(60), -1)
    x = np.random.default_rng(0).random((60, 3)).astype(np.float32)
    dense = mixed(graph, "author", rows, x)
    thin = mixed(graph, "author", rows, sparse.csr_array(x))
    np.testing.assert_allclose(dense, thin.toarray(), rtol=1e-5)
    np.testing.assert_array_equal(dense[rows >= 0], x[rows >= 0])


def test_a_structural_vector_is_the_scaled_sum_of_terms() -> None:
    graph = bibliography()
    new = np.arange(0, 120, 11)
    fitted = node_inputs(without_nodes(graph, "paper", new), STRUCTURE).fitted
    found = folded_structure(graph, fitted, "paper")
    kept = np.delete(np.arange(120), new)
    np.testing.assert_array_equal(found[kept], fitted.arrays["structure/paper"])
    own = mixed(graph, "paper", training_rows(graph, fitted, "paper"), fitted.arrays["terms/paper"])
    sums = own[new].astype(np.float64)
    for name, other in (("by", "author"), ("at", "venue")):
        links = graph.adjacency["paper", name, other].toarray()[new].astype(np.float64)
        sums += links @ fitted.arrays[f"terms/{other}"]
    length = np.linalg.norm(sums, axis=1, keepdims=True)
    np.testing.assert_allclose(found[new], sums / np.where(length, length, 1), atol=1e-5)


def test_folded_vectors_lie_near_those_of_the_whole_graph() -> None:
    graph = bibliography(200)
    new = np.arange(0, 200, 10)
    rest = without_nodes(graph, "paper", new)
    found = folded_structure(graph, node_inputs(rest, STRUCTURE).fitted, "paper")
    whole = node_inputs(graph, STRUCTURE).fitted.arrays["structure/paper"]
    # Vectors of two fits are turned against one another, what lies near what is not.
    near, expected = found[new] @ found.T, whole[new] @ whole.T
    assert np.corrcoef(near.ravel(), expected.ravel())[0, 1] > 0.8


def test_a_new_node_without_links_has_zeros() -> None:
    graph = library((0, 0), (0, 1), (1, 1), authors=3)
    for settings, fold in ((ROWS, folded_one_hot), (STRUCTURE, folded_structure)):
        fitted = node_inputs(without_nodes(graph, "author", [2]), settings).fitted
        assert not fold(graph, fitted, "author")[[2]].sum()


def test_rows_are_found_by_id_wherever_they_move() -> None:
    graph = replace(bibliography(), ids={"paper": np.arange(120) * 2})
    fitted = node_inputs(graph, STRUCTURE).fitted
    other = replace(graph, ids={"paper": np.arange(120) * 3})
    expected = [i * 3 // 2 if i % 2 == 0 and i * 3 < 240 else -1 for i in range(120)]
    assert training_rows(other, fitted, "paper").tolist() == expected


def test_mixes_that_do_not_fit_in_memory_are_refused_first(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = bibliography()
    fitted = node_inputs(without_nodes(graph, "author", range(9)), ROWS).fitted
    monkeypatch.setattr(fold_in, "free_share", lambda: 10)
    with pytest.raises(BudgetError, match="9 new nodes of type author"):
        folded_one_hot(graph, fitted, "author")
