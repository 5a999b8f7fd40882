"""The product with a factored operator has the gradient of the product with its matrix."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from motifcnn.nn.factored import factored_product

from motifcnn.graph import Graph, Relation, Schema
from motifcnn.motif import Motif
from motifcnn.tensor.operator import FactoredRole, operator

PATTERNS = (
    "(t:a)--(c:a)",
    "(t:a)--(b:b)--(c:a)",
    "(t:a)--(m:a)--(c:a), (t)--(c)",
    "(t:a)--(m:a)--(n:a)--(c:a)",
    "(t:a)--(m:b)--(c:a)--(n:b)--(t)",
    "(t:a)--(m:a)--(c:a)--(n:a)--(t), (m)--(n)",
    "(t:a)--(m:a)--(c:a)--(n:a)--(t), (m)--(n), (t)--(c)",
)


@pytest.fixture(scope="module")
def graph() -> Graph:
    rng = np.random.default_rng(2)
    schema = Schema(("a", "b"), (Relation("a", "r", "b"), Relation("a", "s", "a", directed=False)))
    return Graph(
        schema,
        {("a", "r", "b"): rng.random((8, 5)) < 0.5, ("a", "s", "a"): rng.random((8, 8)) < 0.4},
        {"a": 8, "b": 5},
    )


@pytest.mark.parametrize("pattern", PATTERNS)
def test_gradients_pass_gradcheck_and_second_derivatives_too(graph: Graph, pattern: str) -> None:
    for role in operator(graph, Motif.parse(pattern), engine="factored").roles:
        x = torch.randn(role.shape[1], 3, dtype=torch.float64, requires_grad=True)
        assert torch.autograd.gradcheck(lambda d, role=role: factored_product(role, d), x)
        assert torch.autograd.gradgradcheck(lambda d, role=role: factored_product(role, d) ** 2, x)


@pytest.mark.parametrize("pattern", PATTERNS)
def test_the_product_is_that_with_the_matrix(graph: Graph, pattern: str) -> None:
    motif = Motif.parse(pattern)
    pairs = zip(
        operator(graph, motif, engine="factored").roles,
        operator(graph, motif, engine="materialised").roles,
        strict=True,
    )
    for role, expected in pairs:
        x = torch.randn(role.shape[1], 4)
        found = factored_product(role, x)
        assert found.dtype == torch.float32
        torch.testing.assert_close(
            found, torch.from_numpy(expected.matrix.toarray()) @ x, rtol=1e-5, atol=1e-6
        )


def test_no_gradient_is_computed_where_none_is_asked_for(
    graph: Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    (role,) = operator(graph, Motif.parse(PATTERNS[0]), engine="factored").roles
    monkeypatch.setattr(
        FactoredRole, "rmatmul", lambda *_: pytest.fail("multiplied by the transpose")
    )
    weight = torch.ones(1, requires_grad=True)
    (factored_product(role, torch.ones(8, 1)) * weight).sum().backward()
    # Every node with a neighbour has a mean of ones.
    assert weight.grad.item() == (graph.adjacency["a", "s", "a"].sum(axis=1) > 0).sum()
