"""Means over instances: written out, factored or for some rows, the same values and gradients."""

from __future__ import annotations

import gc
import sys
from functools import partial

import numpy as np
import pytest
import torch

from motifcnn.graph import Graph, Relation, Schema
from motifcnn.motif import Motif
from motifcnn.nn.sparse.aggregate import SomeRows, aggregate, present
from motifcnn.tensor.operator import MotifOperator, operator
from tests.oracle import brute_force

PATTERNS = (
    "(t:a)--(c:a)",
    "(t:a)--(b:b)--(c:a)",
    "(t:a)--(m:a)--(c:a), (t)--(c)",
    "(t:a)--(m:a)--(n:a)--(c:a)",
    "(t:a)--(m:b)--(c:a)--(n:b)--(t)",
    "(t:a)--(m:a)--(c:a)--(n:a)--(t), (m)--(n)",
    "(t:a)--(m:a)--(c:a)--(n:a)--(t), (m)--(n), (t)--(c)",
)
ROWS = np.array([5, 0, 0, 7])


@pytest.fixture(scope="module")
def graph() -> Graph:
    rng = np.random.default_rng(2)
    schema = Schema(("a", "b"), (Relation("a", "r", "b"), Relation("a", "s", "a", directed=False)))
    links = rng.random((8, 8)) < 0.4
    links[3] = links[:, 3] = False  # a node without instances
    adjacency = {("a", "r", "b"): rng.random((8, 5)) < 0.5, ("a", "s", "a"): links}
    return Graph(schema, adjacency, {"a": 8, "b": 5})


@pytest.mark.parametrize("engine", ["materialised", "factored"])
@pytest.mark.parametrize("pattern", PATTERNS)
def test_the_product_is_the_mean_over_the_instances_of_brute_force(
    graph: Graph, pattern: str, engine: str
) -> None:
    motif = Motif.parse(pattern)
    instances, counts = brute_force(graph, motif)
    applied = operator(graph, motif, engine=engine)  # type: ignore[arg-type]
    for role, counted in zip(applied.roles, counts, strict=True):
        x = torch.randn(role.shape[1], 4)
        expected = counted / np.maximum(instances, 1)[:, None] @ x.numpy()
        found = aggregate(role, x)
        assert found.dtype == torch.float32
        np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-6)
    assert np.array_equal(present(applied), instances > 0)


@pytest.mark.parametrize("engine", ["materialised", "factored"])
@pytest.mark.parametrize("pattern", PATTERNS)
def test_gradients_pass_gradcheck_and_second_derivatives_too(
    graph: Graph, pattern: str, engine: str
) -> None:
    for role in operator(graph, Motif.parse(pattern), engine=engine).roles:
        x = torch.randn(role.shape[1], 2, dtype=torch.float64, requires_grad=True)
        product = partial(aggregate, role)
        assert torch.autograd.gradcheck(product, x, fast_mode=True)
        assert torch.autograd.gradgradcheck(lambda d, f=product: f(d) ** 2, x, fast_mode=True)


def test_some_rows_of_a_factored_role_are_its_rows(graph: Graph) -> None:
    applied = operator(graph, Motif.parse(PATTERNS[1]), engine="factored")
    for role in applied.roles:
        some = SomeRows(role, ROWS)  # type: ignore[arg-type]
        assert some.shape == (4, role.shape[1])
        assert some.node_type == role.node_type
        x = torch.randn(role.shape[1], 3, dtype=torch.float64, requires_grad=True)
        torch.testing.assert_close(aggregate(some, x), aggregate(role, x)[torch.as_tensor(ROWS)])
        assert torch.autograd.gradcheck(lambda d, some=some: aggregate(some, d), x)


def test_who_has_instances_is_known_for_some_rows_too(graph: Graph) -> None:
    motif = Motif.parse(PATTERNS[0])
    applied = operator(graph, motif, engine="factored")
    rows = np.array([3, 0, 3, 1])
    some = MotifOperator(motif, tuple(SomeRows(role, rows) for role in applied.roles))
    assert np.array_equal(present(some), present(applied)[rows])
    assert not present(some)[0]


@pytest.mark.parametrize("engine", ["materialised", "factored"])
def test_half_precision_is_summed_as_single(graph: Graph, engine: str) -> None:
    (role,) = operator(graph, Motif.parse(PATTERNS[0]), engine=engine).roles
    x = torch.randn(8, 3).bfloat16().requires_grad_()
    found = aggregate(role, x)
    assert found.dtype == torch.bfloat16
    torch.testing.assert_close(
        found.float(), aggregate(role, x.float()).bfloat16().float(), rtol=1e-2, atol=1e-2
    )
    found.float().sum().backward()
    assert x.grad is not None
    assert x.grad.dtype == torch.bfloat16


def test_no_gradient_is_computed_where_none_is_asked_for(
    graph: Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    (role,) = operator(graph, Motif.parse(PATTERNS[0]), engine="factored").roles
    monkeypatch.setattr(
        type(role), "rmatmul", lambda *_: pytest.fail("multiplied by the transpose")
    )
    weight = torch.ones(1, requires_grad=True)
    (aggregate(role, torch.ones(8, 1)) * weight).sum().backward()
    # Every node with a neighbour has a mean of ones.
    assert weight.grad.item() == (graph.adjacency["a", "s", "a"].sum(axis=1) > 0).sum()


def test_the_matrix_of_a_role_is_made_once_and_goes_with_it(graph: Graph) -> None:
    matrices = sys.modules[aggregate.__module__]._matrices
    gc.collect()
    before = len(matrices)
    applied = operator(Graph(graph.schema, graph.adjacency, graph.counts), Motif.parse(PATTERNS[0]))
    (role,) = applied.roles
    aggregate(role, torch.ones(8, 1))
    made = matrices[role]
    aggregate(role, torch.ones(8, 1))
    assert matrices[role] is made
    del applied, role
    gc.collect()
    assert len(matrices) == before
