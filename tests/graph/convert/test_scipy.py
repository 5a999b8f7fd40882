from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from motifcnn.errors import GraphError
from motifcnn.graph import from_scipy, to_scipy
from tests.graph.folders import GRAPHS


@pytest.mark.parametrize("make", GRAPHS.values(), ids=GRAPHS)
def test_scipy_round_trip(make: type) -> None:
    graph = make()
    again = from_scipy(
        to_scipy(graph),
        directed={r.key: r.directed for r in graph.schema.relations},
        counts=graph.counts,
        features=graph.features,
        labels=graph.labels,
        splits=graph.splits,
        ids=graph.ids,
        names=graph.names,
        name=graph.name,
    )
    assert again == graph


def test_a_size_that_differs_between_relations_is_refused() -> None:
    with pytest.raises(GraphError, match="3 nodes of type a"):
        from_scipy({("a", "r", "a"): np.eye(3), ("a", "s", "b"): np.eye(2)})


def test_parallel_scipy_links_are_links_whatever_their_weights_add_up_to() -> None:
    matrix = sparse.coo_array((np.array([1, -1, 1, 0]), ([0, 0, 1, 1], [1, 1, 0, 1])), shape=(2, 2))
    graph = from_scipy(matrix, directed=False)
    assert graph.adjacency["node", "edge", "node"].toarray().tolist() == [
        [False, True],
        [True, False],
    ]
    zeros = sparse.coo_array(([0], ([0], [1])), shape=(2, 2))
    assert from_scipy(zeros).num_edges() == 0


def test_weights_are_kept_as_a_link_column() -> None:
    table = from_scipy(np.array([[0, 2.5], [1, 0]]), directed=True).link_columns[
        "node", "edge", "node"
    ]
    assert (table.source.tolist(), table.target.tolist()) == ([0, 1], [1, 0])
    assert table.columns["weight"].tolist() == [2.5, 1]
    for ones in (np.eye(2), np.eye(2, dtype=bool), np.zeros((2, 2)), sparse.eye_array(2)):
        assert not from_scipy(ones, directed=True).link_columns
    twice = sparse.coo_array(([3, 4], ([0, 0], [1, 1])), shape=(2, 2))
    table = from_scipy(twice).link_columns["node", "edge", "node"]
    assert table.columns["weight"].tolist() == [3, 4]
