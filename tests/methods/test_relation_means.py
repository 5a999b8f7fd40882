"""Means over neighbours, one matrix per relation and direction."""

from __future__ import annotations

import warnings

import numpy as np
import torch

from motifcnn.graph.flat import offsets
from motifcnn.graph.graph import Graph
from motifcnn.graph.schema import Relation, Schema
from motifcnn.methods.relation_means import relation_means
from tests.small_graphs import bibliography


def dense_means(graph: Graph) -> list[np.ndarray]:
    """Every mean as a matrix over the nodes of all types, from the definition."""
    at, found = offsets(graph), []
    for relation in graph.schema.relations:
        links = graph.adjacency[relation.key].toarray().astype(float)
        both = [
            (relation.source, relation.target, links),
            (relation.target, relation.source, links.T),
        ]
        for source, target, matrix in both[: 2 if relation.directed else 1]:
            whole = np.zeros((graph.num_nodes, graph.num_nodes))
            degree = np.maximum(matrix.sum(axis=1, keepdims=True), 1)
            whole[at[source], at[target]] = matrix / degree
            found.append(whole)
    return found


def test_they_equal_the_definition() -> None:
    graph = bibliography()
    for mean, expected in zip(relation_means(graph), dense_means(graph), strict=True):
        own = expected[mean.rows, mean.columns]
        np.testing.assert_allclose(mean.matrix.csr.toarray(), own, rtol=1e-6)
        assert own.sum() == expected.sum()  # nothing outside


def test_an_undirected_relation_has_one() -> None:
    schema = Schema(("user",), (Relation("user", "knows", "user", directed=False),))
    links = {("user", "knows", "user"): np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0]])}
    (only,) = relation_means(Graph(schema, links, {"user": 3}))
    assert only.matrix.csr.toarray().tolist() == [[0, 1, 0], [0.5, 0, 0.5], [0, 1, 0]]


def test_torch_takes_the_matrices_without_a_warning() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for mean in relation_means(bibliography()):
            mean.matrix @ torch.ones(mean.matrix.shape[1], 2)
