from __future__ import annotations

import pytest
import torch
from torch_geometric.data import Data, HeteroData

from motifcnn.errors import GraphError
from motifcnn.graph import Relation, from_pyg, to_pyg
from tests.graph.folders import GRAPHS, rich_graph, single_label


@pytest.mark.parametrize("make", GRAPHS.values(), ids=GRAPHS)
def test_pyg_round_trip(make: type) -> None:
    assert from_pyg(to_pyg(make())) == make()


def test_pyg_gets_usable_tensors() -> None:
    data = to_pyg(rich_graph(), dense=True)
    assert isinstance(data, HeteroData)
    assert data.validate()
    assert data["user"].x.tolist() == [[0, 1.5, 0], [0, 0, 0], [2, 0, 0]]
    assert data["user", "friend", "user"].edge_index.tolist() == [[0, 1, 1, 2], [1, 0, 2, 1]]
    assert data["user"].y.tolist() == [[1, 1], [0, 0], [0, 1]]
    assert data["user"].train_mask.tolist() == [[True, False], [False, False], [False, True]]
    assert to_pyg(single_label())["a"].y.tolist() == [0, -1, 2]


def test_a_foreign_heterodata_is_read() -> None:
    data = HeteroData()
    data["paper"].x = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
    data["paper"].y = torch.tensor([1, 0])
    data["paper"].train_mask = torch.tensor([True, False])
    data["paper"].test_mask = torch.tensor([False, True])
    data["author"].num_nodes = 1
    data["paper", "by", "author"].edge_index = torch.tensor([[0, 1], [0, 0]])
    data["paper", "near", "paper"].edge_index = torch.tensor([[0, 1], [1, 0]])
    graph = from_pyg(data, directed={("paper", "near", "paper"): False})
    assert [r.directed for r in graph.schema.relations] == [True, False]
    assert graph.features["paper"].tolist() == [[1, 2], [3, 4]]
    assert graph.labels["paper"].y.tolist() == [1, 0]
    assert graph.splits["public"].test.tolist() == [1]


def test_a_homogeneous_data_is_read() -> None:
    data = Data(
        x=torch.eye(3), edge_index=torch.tensor([[0, 1], [1, 2]]), y=torch.tensor([0, 1, -1])
    )
    graph = from_pyg(data)
    assert dict(graph.counts) == {"node": 3}
    assert graph.schema.relations == (Relation("node", "edge", "node"),)
    assert graph.labels["node"].nodes.tolist() == [0, 1]


def test_a_heterodata_with_a_dangling_link_is_refused() -> None:
    data = HeteroData()
    data["a"].num_nodes = 2
    data["a", "r", "a"].edge_index = torch.tensor([[0], [5]])
    with pytest.raises(GraphError, match="a 5 does not exist"):
        from_pyg(data)


@pytest.mark.parametrize("given", [None, {}])
def test_what_is_no_data_of_pyg_is_said(given: object) -> None:
    with pytest.raises(
        GraphError,
        match=r"from_pyg: expected a Data or HeteroData of torch_geometric, got (NoneType|dict)",
    ):
        from_pyg(given)
