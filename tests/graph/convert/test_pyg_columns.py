"""Numbers of nodes and links are tensors; texts are named and left out."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from torch_geometric.data import Data, HeteroData

from motifcnn.graph import Graph, Relation, Schema, from_pyg, to_pyg
from motifcnn.graph.columns import LinkTable
from motifcnn.graph.left_out import LeftOut

LIKE = Relation("film", "like", "film", directed=False)


def films() -> Graph:
    """Three films in a row; the first link has two rows, the second none."""
    stars = {"stars": [4.0, 5.0], "good": np.array([False, True]), "note": ["so", None]}
    return Graph(
        Schema(("film",), (LIKE,)),
        {LIKE.key: np.eye(3, k=1)},
        {"film": 3},
        columns={"film": {"year": [1984, 1999, 2003], "title": ["A", "B", None]}},
        link_columns={LIKE.key: LinkTable([0, 1], [1, 0], stars)},
    )


def test_link_columns_are_edge_attr_in_both_directions() -> None:
    with pytest.warns(LeftOut):
        data = to_pyg(films())
    store = data["film", "like", "film"]
    assert data.validate()
    assert store.edge_index.tolist() == [[0, 1, 1, 0, 1, 2], [1, 0, 0, 1, 2, 1]]
    assert list(store.edge_attr_columns) == ["stars", "good"]
    assert store.edge_attr[:4].tolist() == [[4, 0], [5, 1], [4, 0], [5, 1]]
    assert store.edge_attr[4:].isnan().all()
    assert store.edge_row.tolist() == [0, 1, -1, -1, -1, -1]
    assert data["film"].node_attr.tolist() == [[1984], [1999], [2003]]
    assert store.edge_attr.dtype == data["film"].node_attr.dtype == torch.float64


def test_texts_and_large_integers_are_named_and_left_out() -> None:
    columns = {"film": {"title": ["A"], "key": [2**53 + 1], "year": [1984]}}
    graph = Graph(Schema(("film",), ()), {}, {"film": 1}, columns=columns)
    with pytest.warns(LeftOut, match="column 'title' of film, column 'key' of film: a tensor"):
        data = to_pyg(graph)
    assert list(from_pyg(data).columns["film"]) == ["year"]
    with pytest.warns(LeftOut, match="column 'title' of film, column 'note' of like") as caught:
        to_pyg(films())
    assert len([w for w in caught if w.category is LeftOut]) == 1


def test_rows_follow_a_part_of_the_links() -> None:
    with pytest.warns(LeftOut):
        data = to_pyg(films())
    part = data.edge_type_subgraph([LIKE.key])
    keep = torch.tensor([False, True, False, True, True, True])
    for name in ("edge_attr", "edge_row"):
        part[LIKE.key][name] = data[LIKE.key][name][keep]
    part[LIKE.key].edge_index = data[LIKE.key].edge_index[:, keep]
    table = from_pyg(part).link_columns[LIKE.key]
    assert (table.source.tolist(), table.target.tolist()) == ([1], [0])
    assert table.columns["stars"].tolist() == [5]


def test_tensors_of_a_foreign_heterodata_become_columns() -> None:
    data = HeteroData()
    data["a"].num_nodes = 2
    data["a"].pos = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
    data["a"].year = torch.tensor([1984, 1999])
    data["a"].title = ["A", "B"]
    data["a"].large = torch.zeros(2, 2, 2)
    data["a", "r", "a"].edge_index = torch.tensor([[0, 0], [1, 1]])
    data["a", "r", "a"].edge_attr = torch.tensor([[0.5], [1.5]])
    data["a", "r", "a"].time = torch.tensor([7, 8])
    data.note = "new"
    with pytest.warns(LeftOut, match="from_pyg: left out 'note', 'large' of a: "):
        graph = from_pyg(data)
    assert {name: values.tolist() for name, values in graph.columns["a"].items()} == {
        "pos_0": [1, 3],
        "pos_1": [2, 4],
        "year": [1984, 1999],
        "title": ["A", "B"],
    }
    table = graph.link_columns["a", "r", "a"]
    assert (table.source.tolist(), table.target.tolist()) == ([0, 0], [1, 1])
    assert {n: v.tolist() for n, v in table.columns.items()} == {
        "edge_attr": [0.5, 1.5],
        "time": [7, 8],
    }
    assert table.columns["edge_attr"].dtype == np.float32


def test_tensors_of_a_data_go_to_nodes_or_links_by_their_length() -> None:
    data = Data(
        x=torch.eye(3),
        edge_index=torch.tensor([[0, 1], [1, 2]]),
        edge_weight=torch.tensor([0.5, 2.0]),
        age=torch.tensor([1, 2, 3]),
        name="small",
        other=torch.zeros(5),
    )
    with pytest.warns(LeftOut, match="left out 'other' of node"):
        graph = from_pyg(data)
    assert graph.name == "small"
    assert graph.columns["node"]["age"].tolist() == [1, 2, 3]
    table = graph.link_columns["node", "edge", "node"]
    assert table.columns["edge_weight"].tolist() == [0.5, 2]
