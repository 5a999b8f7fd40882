"""Slices are means over neighbours, one per relation and direction."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from motifcnn.baselines.slices import places, read, slices
from motifcnn.graph.graph import Graph
from motifcnn.graph.schema import Relation, Schema
from tests.small_graphs import bibliography


def stacked(graph: Graph) -> list[np.ndarray]:
    """Every slice as a dense matrix over the nodes of all types, from the definition."""
    place = places(graph)
    n = sum(graph.counts.values())
    found = []
    for relation in graph.schema.relations:
        links = graph.adjacency[relation.key].toarray().astype(float)
        both = [
            (relation.source, relation.target, links),
            (relation.target, relation.source, links.T),
        ]
        for source, target, matrix in both[: 2 if relation.directed else 1]:
            whole = np.zeros((n, n))
            whole[place[source], place[target]] = matrix / np.maximum(
                matrix.sum(axis=1, keepdims=True), 1
            )
            found.append(whole)
    return found


@pytest.mark.parametrize("out", [3, 8])
def test_reading_slices_equals_the_sum_of_dense_products(out: int) -> None:
    graph = bibliography()
    torch.manual_seed(0)
    h, own = torch.randn(189, 5), torch.randn(189, out)
    weights = [torch.randn(5, out) for _ in range(4)]
    expected = own + sum(
        torch.tensor(a, dtype=torch.float32) @ h @ w
        for a, w in zip(stacked(graph), weights, strict=True)
    )
    torch.testing.assert_close(read(slices(graph), h, weights, own), expected, rtol=1e-4, atol=1e-5)


def test_a_relation_without_direction_is_one_slice() -> None:
    schema = Schema(("user",), (Relation("user", "knows", "user", directed=False),))
    graph = Graph(
        schema,
        {("user", "knows", "user"): np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0]])},
        {"user": 3},
    )
    (only,) = slices(graph)
    assert only.matrix.csr.toarray().tolist() == [[0, 1, 0], [0.5, 0, 0.5], [0, 1, 0]]
