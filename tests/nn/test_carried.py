"""Carried features against the dense form of their equation, and what a view cuts away."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from scipy import sparse

from motifcnn.graph.graph import Graph
from motifcnn.graph.schema import Relation, Schema
from motifcnn.nn.carried import CarriedFilters, Carrier, carrier, cut_back, symmetric_operator
from motifcnn.nn.dropout import next_seed
from motifcnn.nn.spmm import spmm

CPU = torch.device("cpu")


def random_carrier(nodes: int = 12, width: int = 5) -> Carrier:
    rng = np.random.default_rng(0)
    links = (rng.random((nodes, nodes)) < 0.15).astype(np.float32) + np.eye(nodes, dtype=np.float32)
    features = (rng.random((nodes, width)) * (rng.random((nodes, width)) < 0.5)).astype(np.float32)
    return Carrier(
        sparse.csr_array(features),
        sparse.csr_array(links * rng.random((nodes, nodes), dtype=np.float32)),
        3,
    )


@pytest.mark.parametrize("steps", [0, 1, 2, 3])
def test_units_are_those_of_the_equation(steps: int) -> None:
    source, rows = random_carrier(), np.array([4, 0, 7])
    filters = CarriedFilters(5, 4, steps)
    torch.nn.init.normal_(filters.scales)
    x, s = torch.from_numpy(source.features.toarray()), torch.from_numpy(source.operator.toarray())
    expected = sum(
        filters.scales[j]
        * (torch.linalg.matrix_power(s, j) @ x @ filters.weight)[rows + source.first]
        for j in range(steps + 1)
    )
    torch.testing.assert_close(filters(source.view(rows, steps, CPU)), expected)


def test_gradients_reach_filters_and_scales() -> None:
    source, rows = random_carrier(), np.array([1, 5])
    filters = CarriedFilters(5, 4, 2).double()
    view = source.view(rows, 2, CPU)

    def units(weight: torch.Tensor, scales: torch.Tensor) -> torch.Tensor:
        return torch.func.functional_call(filters, {"weight": weight, "scales": scales}, (view,))

    given = [p.detach().clone().requires_grad_() for p in (filters.weight, filters.scales)]
    assert torch.autograd.gradcheck(units, given)


@pytest.mark.parametrize("steps", [0, 1, 2, 3])
def test_gradients_with_dropout_are_those_of_the_steps_one_by_one(steps: int) -> None:
    view = random_carrier(30, 6).view(np.array([3, 11, 0, 7]), steps, CPU)
    filters = CarriedFilters(6, 5, steps, members=2)
    torch.nn.init.normal_(filters.scales)
    torch.manual_seed(4)
    seed = next_seed()
    carried = spmm(view.features, filters.weight, 0.5, seed)
    expected = filters.scales[0] * carried[view.places[0]]
    for step, operator in enumerate(view.operators, start=1):
        carried = spmm(operator, carried)
        last = step == steps
        expected = expected + filters.scales[step] * (
            carried if last else carried[view.places[step]]
        )
    torch.manual_seed(4)
    found = filters(view, 0.5)
    torch.testing.assert_close(found, expected)
    slope = torch.randn_like(found)
    parameters = (filters.weight, filters.scales)
    for one, two in zip(
        torch.autograd.grad(found, parameters, slope),
        torch.autograd.grad(expected, parameters, slope),
        strict=True,
    ):
        torch.testing.assert_close(one, two)


def test_a_view_reads_its_own_rows_and_nodes_with_features_only() -> None:
    everyone = sparse.csr_array(np.full((6, 6), 0.5, dtype=np.float32))
    features = np.zeros((6, 2), dtype=np.float32)
    features[[1, 4]] = 1
    view = Carrier(sparse.csr_array(features), everyone, 0).view(np.array([5]), 2, CPU)
    assert view.features.shape == (3, 2)  # nodes 1, 4 and 5
    assert [operator.shape for operator in view.operators] == [(6, 3), (1, 6)]
    np.testing.assert_array_equal(view.features.csr.toarray(), [[1, 1], [1, 1], [0, 0]])
    assert [place.tolist() for place in view.places] == [[2], [5]]


def test_a_view_keeps_only_what_its_rows_can_see() -> None:
    chain = sparse.csr_array(
        sparse.diags_array([np.ones(5), np.ones(4)], offsets=[0, 1], dtype=np.float32)
    )
    operators, seen = cut_back(chain, np.array([1]), 2)
    assert [nodes.tolist() for nodes in seen] == [[1, 2, 3], [1, 2]]
    assert [operator.shape for operator in operators] == [(2, 3), (1, 2)]


def test_the_operator_has_loops_and_is_symmetric() -> None:
    schema = Schema(("author", "paper"), (Relation("paper", "by", "author"),))
    graph = Graph(
        schema, {("paper", "by", "author"): np.array([[1, 1]])}, {"author": 2, "paper": 1}
    )
    operator, first = symmetric_operator(graph)
    a = np.array([[1, 0, 1], [0, 1, 1], [1, 1, 1]])
    degree = a.sum(axis=1)
    np.testing.assert_allclose(operator.toarray(), a / np.sqrt(np.outer(degree, degree)), rtol=1e-6)
    assert first == {"author": 0, "paper": 2}


def test_types_have_columns_of_their_own() -> None:
    schema = Schema(("author", "paper"), (Relation("paper", "by", "author"),))
    graph = Graph(
        schema, {("paper", "by", "author"): np.array([[1, 1]])}, {"author": 2, "paper": 1}
    )
    source = carrier(
        graph,
        "paper",
        {"author": sparse.csr_array(np.ones((2, 3))), "paper": sparse.csr_array(np.ones((1, 2)))},
    )
    np.testing.assert_array_equal(
        source.features.toarray(), [[1, 1, 1, 0, 0], [1, 1, 1, 0, 0], [0, 0, 0, 1, 1]]
    )
    assert carrier(graph, "paper", {"paper": sparse.csr_array(np.ones((1, 2)))}).features.shape == (
        3,
        2,
    )
