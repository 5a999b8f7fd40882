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


def test_a_symmetric_scipy_matrix_has_no_direction_unless_said() -> None:
    matrix = sparse.coo_matrix(np.array([[0, 1], [1, 0]]))
    assert not from_scipy(matrix).schema.relations[0].directed
    assert from_scipy(matrix, directed=True).schema.relations[0].directed
    with pytest.raises(GraphError, match="3 nodes of type a"):
        from_scipy({("a", "r", "a"): np.eye(3), ("a", "s", "b"): np.eye(2)})


def test_parallel_scipy_links_are_links_whatever_their_weights_add_up_to() -> None:
    matrix = sparse.coo_array((np.array([1, -1, 1, 0]), ([0, 0, 1, 1], [1, 1, 0, 1])), shape=(2, 2))
    graph = from_scipy(matrix)
    assert graph.adjacency["node", "edge", "node"].toarray().tolist() == [
        [False, True],
        [True, False],
    ]
    assert not graph.schema.relations[0].directed, "both directions are there"
    zeros = sparse.coo_array(([0], ([0], [1])), shape=(2, 2))
    assert from_scipy(zeros).num_edges() == 0
    assert from_scipy(zeros).schema.relations[0].directed, (
        "without a link nothing says that it has no direction"
    )
