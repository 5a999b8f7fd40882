"""The plan of an operator: factored where the tensor does not fit or costs far more, and refusals before any work."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from motifcnn.errors import BudgetError, MotifCNNError
from motifcnn.graph import Graph, Relation, Schema
from motifcnn.motif import Motif
from motifcnn.tensor import count
from motifcnn.tensor.operator import operator
from motifcnn.tensor.operator.policy import plan_operator

SCHEMA = Schema(("author", "paper"), (Relation("paper", "by", "author"),))
CO_AUTHORED = Motif.parse("(t:paper)--(a:author)--(c:paper)")
RING = Motif.parse("(t:paper)--(a:author)--(c:paper)--(b:author)--(t)")


def bipartite(papers: int, authors: int) -> Graph:
    return Graph(
        SCHEMA,
        {("paper", "by", "author"): np.ones((papers, authors))},
        {"author": authors, "paper": papers},
    )


def test_a_small_tensor_is_written_out() -> None:
    assert plan_operator(bipartite(30, 3), CO_AUTHORED).engine == "materialised"
    assert not operator(bipartite(30, 3), CO_AUTHORED).factored


def test_what_does_not_fit_is_factored() -> None:
    graph = bipartite(400, 3)
    limit = plan_operator(graph, CO_AUTHORED, engine="factored").factored_bytes
    with pytest.raises(BudgetError, match="engine='factored'"):
        count(graph, CO_AUTHORED, memory_limit=limit)
    with pytest.raises(BudgetError, match="over the memory limit"):
        operator(graph, CO_AUTHORED, engine="materialised", memory_limit=limit)
    found = operator(graph, CO_AUTHORED, memory_limit=limit)
    assert found.factored
    x = {"author": np.ones((3, 1), np.float32), "paper": np.arange(400, dtype=np.float32)[:, None]}
    whole = operator(graph, CO_AUTHORED, engine="materialised")
    for one, other in zip(found.apply(x), whole.apply(x), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-5)


def test_a_large_tensor_is_factored_where_that_multiplies_far_less(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys.modules["motifcnn.tensor.operator.policy"], "SMALL_TENSOR", 1000)
    dense, sparse_one = bipartite(400, 3), bipartite(3, 400)
    assert (
        plan_operator(dense, CO_AUTHORED).engine == "factored"
    )  # 160,000 entries against 3 x 1,200 multiplications
    assert (
        plan_operator(sparse_one, CO_AUTHORED).engine == "materialised"
    )  # 9 entries against 2 x 1,200


def test_steps_are_those_of_the_products_along_the_motif() -> None:
    known = plan_operator(
        bipartite(400, 3), Motif.parse(str(CO_AUTHORED), roles="context"), engine="factored"
    )
    assert known.factored_steps == 2 * 1200
    assert known.materialised_steps == 400 * 400
    assert known.blocked == ()


def test_roles_that_are_counted_anew_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["motifcnn.tensor.operator.factored.forms"], "SMALL_FILL", 0)
    known = plan_operator(bipartite(400, 3), RING, engine="factored")
    assert known.blocked == ("c",)
    assert known.factored_steps > known.materialised_steps


def test_not_even_the_factored_form_fits() -> None:
    graph = bipartite(400, 3)
    needed = plan_operator(graph, CO_AUTHORED, engine="factored").factored_bytes
    with pytest.raises(BudgetError, match=f"memory_limit={needed}"):
        operator(graph, CO_AUTHORED, engine="factored", memory_limit=needed - 1)


def test_the_matrix_of_a_factored_role_is_written_out_on_demand_and_only_if_it_fits() -> None:
    graph = bipartite(400, 3)
    role = operator(graph, CO_AUTHORED, engine="factored").role("c")
    expected = operator(graph, CO_AUTHORED, engine="materialised").role("c").matrix
    assert role.matrix.dtype == np.float32
    np.testing.assert_allclose(role.matrix.toarray(), expected.toarray(), rtol=1e-6)
    limit = plan_operator(graph, CO_AUTHORED, engine="factored").factored_bytes
    with pytest.raises(BudgetError, match="over the memory limit"):
        _ = operator(graph, CO_AUTHORED, memory_limit=limit).role("c").matrix


def test_an_unknown_engine_is_named() -> None:
    with pytest.raises(
        MotifCNNError, match=r"engine must be one of auto, materialised, factored; got 'matrix'"
    ):
        operator(bipartite(2, 2), CO_AUTHORED, engine="matrix")  # type: ignore[arg-type]
