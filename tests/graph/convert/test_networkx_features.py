from __future__ import annotations

import networkx as nx
import numpy as np
import pytest
from scipy import sparse

from motifcnn.errors import GraphError
from motifcnn.graph.convert.networkx_features import put_features, read_features

MATRIX = np.array([[0, 1.5, 0], [2, 0, 0]], np.float32)


def test_dense_and_sparse_features_come_back() -> None:
    graph = nx.Graph(columns={"a": 3})
    graph.add_nodes_from("xyuv")
    put_features(graph, ["x", "y"], sparse.csr_array(MATRIX))
    put_features(graph, ["u", "v"], MATRIX)
    assert graph.nodes["x"]["x"] == {1: 1.5}
    found = read_features(graph, {"a": ["x", "y"], "b": ["u", "v"]}, "x")
    assert found is not None
    assert found["a"].toarray().tolist() == found["b"].tolist() == MATRIX.tolist()
    assert read_features(graph, {"a": ["x"]}, "other") is None


@pytest.mark.parametrize(
    ("vectors", "message"),
    [
        (([1.0], [1.0, 2.0]), "1 to 2 values; expected one width"),
        (({3: 1.0}, {}), "column 3, expected 0 to 2"),
        (([1.0], None), "node 1 of type a has no 'x'"),
    ],
)
def test_features_of_several_widths_are_refused(vectors: tuple[object], message: str) -> None:
    graph = nx.Graph(columns={"a": 3})
    graph.add_nodes_from((at, {"x": vector}) for at, vector in enumerate(vectors))
    with pytest.raises(GraphError, match=message):
        read_features(graph, {"a": [0, 1]}, "x")
