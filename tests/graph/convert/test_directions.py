"""Directions are declared; what is guessed instead is said."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
import torch
from torch_geometric.data import Data, HeteroData

from motifcnn.errors import GraphError
from motifcnn.graph import DirectionGuessed, from_pyg, from_scipy

BOTH_WAYS = np.array([[0, 1], [1, 0]])
PAIR = Data(edge_index=torch.tensor([[0, 1], [1, 0]]), num_nodes=2)


@pytest.mark.parametrize(
    "make", [lambda **o: from_scipy(BOTH_WAYS, **o), lambda **o: from_pyg(PAIR, **o)]
)
def test_a_symmetric_relation_is_taken_as_undirected_with_a_warning(make) -> None:
    with pytest.warns(DirectionGuessed, match=r"'edge'.* both ways.*directed=False or"):
        assert not make().schema.relations[0].directed


@pytest.mark.parametrize("flag", [True, False])
def test_what_is_declared_holds_and_warns_of_nothing(flag: bool) -> None:
    key = ("node", "edge", "node")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for directed in (flag, {key: flag}):
            assert from_scipy(BOTH_WAYS, directed=directed).schema.relations[0].directed is flag
            assert from_pyg(PAIR, directed=directed).schema.relations[0].directed is flag


def test_nothing_is_guessed_of_links_that_go_one_way_or_are_not_there() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert from_scipy(np.array([[0, 1], [0, 0]])).schema.relations[0].directed
        assert from_scipy(np.zeros((2, 2))).schema.relations[0].directed


def test_a_bool_speaks_of_relations_within_a_type() -> None:
    graph = from_scipy({("a", "r", "a"): BOTH_WAYS, ("a", "s", "b"): np.eye(2)}, directed=False)
    assert [relation.directed for relation in graph.schema.relations] == [False, True]


def test_the_flag_of_a_heterodata_holds_unless_the_caller_declares_another() -> None:
    data = HeteroData()
    data["a"].num_nodes = 2
    data["a", "r", "a"].edge_index = PAIR.edge_index
    data["a", "r", "a"].directed = True
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert from_pyg(data).schema.relations[0].directed
        assert not from_pyg(data, directed=False).schema.relations[0].directed


def test_a_key_that_is_no_relation_is_refused() -> None:
    with pytest.raises(
        GraphError, match=r"directed has .*'near'.* no relation; there are .*'edge'"
    ):
        from_scipy(BOTH_WAYS, directed={("node", "near", "node"): True})
