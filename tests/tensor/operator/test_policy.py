"""The policy: factored if the tensor does not fit or costs more, and refusals before any work."""

from __future__ import annotations

import numpy as np
import pytest

from motifcnn.errors import BudgetError, MotifCNNError
from motifcnn.graph import Graph, Relation, Schema
from motifcnn.motif import Motif
from motifcnn.tensor import count
from motifcnn.tensor.operator import FactoredRole, operator, policy
from motifcnn.tensor.operator.factored import forms
from motifcnn.tensor.operator.policy import plan_operator, whole_is_cheaper
from motifcnn.tensor.plan import Plan

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
    monkeypatch.setattr(policy, "MANY_MULTIPLICATIONS", 100_000)
    dense, sparse_one = bipartite(400, 3), bipartite(3, 400)
    # 160,000 entries against 3 x 1,200 multiplications.
    assert plan_operator(dense, CO_AUTHORED).engine == "factored"
    # 9 entries against 2 x 1,200.
    assert plan_operator(sparse_one, CO_AUTHORED).engine == "materialised"


def test_a_million_entries_multiplied_often_are_factored_and_fewer_are_not() -> None:
    few, many = bipartite(900, 1), bipartite(1100, 1)  # of t, c alone: 0.8 and 1.2 million
    ends = Motif.parse(str(CO_AUTHORED), roles="context")
    assert plan_operator(few, ends, applications=100).engine == "materialised"
    assert plan_operator(many, ends, applications=100).engine == "factored"
    assert plan_operator(many, ends, applications=1).engine == "materialised"
    assert plan_operator(few, ends, applications=1000).engine == "factored"


def test_many_instances_are_not_counted_to_multiply_once(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = bipartite(400, 3)
    assert plan_operator(graph, CO_AUTHORED, applications=1).engine == "materialised"
    instances = plan_operator(graph, CO_AUTHORED).counting.instances
    monkeypatch.setattr(policy, "MANY_INSTANCES", instances - 1)
    assert plan_operator(graph, CO_AUTHORED, applications=1).engine == "factored"


def test_the_cheaper_of_both_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rule itself: 4 * applications * steps against instances + applications * entries."""
    monkeypatch.setattr(policy, "MANY_INSTANCES", 0)
    for papers, authors in ((4, 30), (20, 20), (60, 2), (400, 3)):
        for applications in (1, 7, 1000):
            found = plan_operator(
                bipartite(papers, authors), CO_AUTHORED, applications=applications
            )
            counted = found.counting.instances + applications * found.materialised_steps
            cheaper = 4 * applications * found.factored_steps < counted
            assert found.engine == ("factored" if cheaper else "materialised")


def test_a_tensor_that_is_kept_needs_no_more_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = bipartite(400, 3)
    kept = operator(graph, CO_AUTHORED)
    monkeypatch.setattr(Plan, "fits", False)
    assert operator(graph, CO_AUTHORED) is kept
    assert operator(bipartite(400, 3), CO_AUTHORED).factored


def test_a_limit_means_the_same_whether_the_tensor_is_kept_or_not() -> None:
    graph = bipartite(400, 3)
    limit = plan_operator(graph, CO_AUTHORED, engine="factored").factored_bytes
    operator(graph, CO_AUTHORED, engine="materialised")
    assert operator(graph, CO_AUTHORED, memory_limit=limit).factored
    with pytest.raises(BudgetError, match="over the memory limit"):
        operator(graph, CO_AUTHORED, engine="materialised", memory_limit=limit)


def test_the_cost_of_the_factored_form_is_found_once(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = bipartite(400, 3)
    first = plan_operator(graph, CO_AUTHORED, engine="factored")
    monkeypatch.setattr(policy, "make_roles", lambda *_: pytest.fail("made again"))
    assert plan_operator(graph, CO_AUTHORED, engine="factored").factored is first.factored


@pytest.mark.parametrize("applications", [0, -1, 1.5, True, "often"])
def test_applications_that_are_no_number_of_times_are_refused(applications: object) -> None:
    with pytest.raises(MotifCNNError, match="applications must be how many times"):
        operator(bipartite(2, 2), CO_AUTHORED, applications=applications)  # type: ignore[arg-type]


def test_rows_that_see_most_of_the_graph_are_cheaper_as_one_application() -> None:
    role = operator(bipartite(400, 3), CO_AUTHORED, engine="factored").role("c")
    assert isinstance(role, FactoredRole)
    # A row has 399 x 3 instances; one application takes 2 x 1,200 multiplications and a link each.
    assert not whole_is_cheaper(role, np.array([5]))
    assert whole_is_cheaper(role, np.arange(400))


def test_steps_are_those_of_the_products_along_the_motif() -> None:
    known = plan_operator(
        bipartite(400, 3), Motif.parse(str(CO_AUTHORED), roles="context"), engine="factored"
    )
    assert known.factored_steps == 2 * 1200
    assert known.materialised_steps == 400 * 400
    assert known.blocked == ()


def test_roles_that_are_counted_anew_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forms, "SMALL_FILL", 0)
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
