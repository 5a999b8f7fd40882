"""One claim for every converter: there and back gives the same graph."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pandas as pd
import pytest
import torch
from scipy import sparse
from torch_geometric.data import Data, HeteroData

from motifcnn.errors import GraphError
from motifcnn.graph import (
    Graph,
    Labels,
    Relation,
    from_networkx,
    from_pandas,
    from_pyg,
    from_scipy,
    to_networkx,
    to_pandas,
    to_pyg,
    to_scipy,
)
from tests.graph.folders import rich_graph


def single_label() -> Graph:
    """Unlabelled nodes, a class that no node has, ids that two types share."""
    graph = Graph.from_tables(
        {"a": {"id": [1, 5, 7], "label": ["x", None, "z"]}, "b": {"id": [1, 2]}},
        {Relation("a", "r", "b"): {"source": [1, 7], "target": [2, 1]}},
        classes=["x", "y", "z"],
        features={"a": np.array([[1.0], [2], [3]])},
        name="single",
    )
    assert graph.labels["a"] == Labels(np.array([0, 2]), np.array([0, 2]), ("x", "y", "z"))
    return graph


GRAPHS = {"rich": rich_graph, "single label": single_label}


@pytest.mark.parametrize("make", GRAPHS.values(), ids=GRAPHS)
def test_pyg_round_trip(make: type) -> None:
    assert from_pyg(to_pyg(make())) == make()


@pytest.mark.parametrize("make", GRAPHS.values(), ids=GRAPHS)
def test_networkx_round_trip(make: type) -> None:
    assert from_networkx(to_networkx(make())) == make()


@pytest.mark.parametrize("make", GRAPHS.values(), ids=GRAPHS)
def test_pandas_round_trip(make: type) -> None:
    assert from_pandas(*to_pandas(make())) == make()


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
    graph = from_pyg(data)
    assert [r.directed for r in graph.schema.relations] == [True, False]
    assert graph.features["paper"].tolist() == [[1, 2], [3, 4]]
    assert graph.labels["paper"].y.tolist() == [1, 0]
    assert graph.splits["public"].test.tolist() == [1]


def test_a_homogeneous_data_is_read() -> None:
    data = Data(x=torch.eye(3), edge_index=torch.tensor([[0, 1], [1, 2]]), y=torch.tensor([0, 1, -1]))
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


def test_networkx_graphs_of_each_kind() -> None:
    assert not from_networkx(nx.cycle_graph(4)).schema.relations[0].directed
    directed = from_networkx(nx.DiGraph([("x", "y"), ("z", "y")]))
    assert directed.ids["node"].tolist() == ["x", "y", "z"]
    assert directed.adjacency["node", "edge", "node"].toarray().astype(int).tolist() == [[0, 1, 0], [0, 0, 0], [0, 1, 0]]
    typed = nx.MultiDiGraph()
    typed.add_node(1, type="paper", label="db", x=[1.0, 0.0])
    typed.add_node(2, type="paper", x=[0.0, 3.0])
    typed.add_node("ada", type="author")
    typed.add_edge(1, "ada", relation="by")
    typed.add_edge(1, 2, relation="cites")
    typed.add_edge(1, 2, relation="cites")
    graph = from_networkx(typed)
    assert [r.key for r in graph.schema.relations] == [("paper", "by", "author"), ("paper", "cites", "paper")]
    assert graph.num_edges() == 2
    assert graph.features["paper"].tolist() == [[1, 0], [0, 3]]
    assert graph.labels["paper"].classes == ("db",)


def test_an_undirected_networkx_link_between_types_points_from_the_first_type() -> None:
    mixed = nx.Graph()
    mixed.add_node("p", type="paper")
    mixed.add_node("a", type="author")
    mixed.add_edge("a", "p", relation="by")
    assert from_networkx(mixed).schema.relations == (Relation("paper", "by", "author"),)


def test_networkx_to_and_from_keeps_an_undirected_graph_undirected() -> None:
    graph = from_networkx(nx.karate_club_graph())
    made = to_networkx(graph)
    assert not made.is_directed()
    assert made.number_of_edges() == graph.num_edges() == 78


def test_networkx_nodes_without_features_among_others_are_named() -> None:
    half = nx.Graph()
    half.add_node("a", x=[1.0])
    half.add_node("b")
    with pytest.raises(GraphError, match="node 'b' of type node has no 'x'"):
        from_networkx(half)


def test_pandas_frames_are_what_one_expects() -> None:
    frames = to_pandas(rich_graph())
    assert frames.nodes["user"]["id"].tolist() == ["a", "bb", "ç"]
    assert frames.nodes["user"]["label"].tolist() == [["red", "blue"], [], ["blue"]]
    friend = Relation("user", "friend", "user", directed=False)
    assert frames.edges[friend].to_numpy().tolist() == [["a", "bb"], ["bb", "ç"]]
    assert isinstance(frames.features["user"].dtypes.iloc[0], pd.SparseDtype)


def test_a_symmetric_scipy_matrix_has_no_direction_unless_said() -> None:
    matrix = sparse.coo_matrix(np.array([[0, 1], [1, 0]]))
    assert not from_scipy(matrix).schema.relations[0].directed
    assert from_scipy(matrix, directed=True).schema.relations[0].directed
    with pytest.raises(GraphError, match="3 nodes of type a"):
        from_scipy({("a", "r", "a"): np.eye(3), ("a", "s", "b"): np.eye(2)})
