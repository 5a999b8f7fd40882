"""Inputs of all nodes, stacked."""

from __future__ import annotations

import numpy as np
import pytest

from motifcnn.graph.graph import Graph
from motifcnn.methods.flat_inputs import flat_inputs
from motifcnn.methods.method import Problem
from motifcnn.nn.inputs import InputSettings
from motifcnn.nn.settings import ConfigError
from tests.small_graphs import bibliography


def stacked(graph: Graph, **settings: str) -> np.ndarray:
    return flat_inputs(Problem(graph, "paper", (), 3, InputSettings(**settings))).x.csr.toarray()


def test_each_type_has_columns_of_its_own_and_the_last_of_them_is_its_mark() -> None:
    graph = bibliography()  # 60 authors, 120 papers with 30 words, 9 venues
    expected = np.zeros((189, 61 + 31 + 10))
    expected[:60, :60], expected[:60, 60] = np.eye(60), 1
    expected[60:180, 61:91], expected[60:180, 91] = graph.features["paper"], 1
    expected[180:, 92:101], expected[180:, 101] = np.eye(9), 1
    np.testing.assert_array_equal(stacked(graph), expected)


def test_types_without_features_may_feed_in_their_type_alone() -> None:
    graph = bibliography()
    found = stacked(graph, featureless="none")
    assert found.shape == (189, 33)
    np.testing.assert_array_equal(found[60:180, 1:31], graph.features["paper"])
    np.testing.assert_array_equal(found[:, [0, 31, 32]].sum(axis=0), [60, 120, 9])


def test_the_nodes_of_an_only_type_need_no_type() -> None:
    x = np.random.default_rng(0).random((4, 3), dtype=np.float32)
    table = {"id": [0, 1, 2, 3]}
    graph = Graph.from_tables(table, {"source": [0, 1], "target": [1, 2]})
    graph = Graph(graph.schema, graph.adjacency, graph.counts, features={"node": x})
    found = flat_inputs(Problem(graph, "node", (), 2, InputSettings()))
    np.testing.assert_array_equal(found.x.csr.toarray(), x)


def test_they_are_made_once_per_graph_and_settings() -> None:
    graph = bibliography()
    problem = Problem(graph, "paper", (), 3, InputSettings())
    first = flat_inputs(problem)
    assert flat_inputs(Problem(graph, "author", (), 2, InputSettings(), seed=4)) is first
    assert flat_inputs(Problem(graph, "paper", (), 3, InputSettings(text="rows"))) is not first
    again = flat_inputs(Problem(graph, "paper", (), 3, InputSettings(), inputs=first.fitted))
    assert again.fitted is first.fitted
    assert (again.x.csr != first.x.csr).nnz == 0


def test_a_graph_that_feeds_in_nothing_is_refused() -> None:
    graph = bibliography()
    bare = Graph(graph.schema, graph.adjacency, graph.counts)
    with pytest.raises(ConfigError, match="no node type feeds anything in"):
        stacked(bare, featureless="none")
