from __future__ import annotations

from pathlib import Path

import networkx as nx
import numpy as np

from motifcnn.datasets import load_dataset
from motifcnn.experiments.component import largest_component
from motifcnn.graph import Graph, Labels, Relation, Schema


def test_ids_features_and_labels_stay_with_their_nodes() -> None:
    schema = Schema(("a", "b"), (Relation("a", "to", "b"), Relation("a", "likes", "a")))
    to, likes = np.zeros((4, 3)), np.zeros((4, 4))
    to[1, 0] = to[3, 0] = to[3, 2] = 1  # a1, a3, b0 and b2 hang together
    likes[0, 2] = 1
    graph = Graph(
        schema,
        {("a", "to", "b"): to, ("a", "likes", "a"): likes},
        {"a": 4, "b": 3},
        ids={"a": np.array([10, 11, 12, 13])},
        features={"a": np.arange(8).reshape(4, 2)},
        labels={"a": Labels(np.array([0, 3]), np.array([0, 1]), ("x", "y"))},
    )
    found = largest_component(graph)
    assert found.ids["a"].tolist() == [11, 13]
    assert found.ids["b"].tolist() == [0, 2]
    assert found.features["a"].tolist() == [[2, 3], [6, 7]]
    assert (found.labels["a"].nodes.tolist(), found.labels["a"].y.tolist()) == ([1], [1])
    assert found.adjacency["a", "to", "b"].toarray().tolist() == [[True, False], [True, True]]
    assert found.adjacency["a", "likes", "a"].nnz == 0


def test_it_is_the_component_that_networkx_finds(data_folder: Path) -> None:
    graph = load_dataset("citeseer")
    (matrix,) = graph.adjacency.values()
    theirs = max(nx.connected_components(nx.from_scipy_sparse_array(matrix)), key=len)
    found = largest_component(graph)
    assert found.ids["paper"].tolist() == graph.ids["paper"][sorted(theirs)].tolist()
    assert (
        found.num_edges() == nx.from_scipy_sparse_array(matrix).subgraph(theirs).number_of_edges()
    )
