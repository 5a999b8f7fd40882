"""The operator is the tensor, normalised, and it is kept with its graph."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings

from motifcnn.errors import GraphError, MotifCNNError, MotifError
from motifcnn.graph import cache
from motifcnn.graph.graph import Graph
from motifcnn.motif.motif import Motif
from motifcnn.tensor import count, plan
from motifcnn.tensor.operator import operator, plan_operator
from tests.oracle import brute_force
from tests.small_graphs import MOTIFS, bibliography
from tests.strategies import graphs_with_motifs


@settings(max_examples=60)
@given(case=graphs_with_motifs(max_nodes=7, motif_nodes=4))
def test_rows_are_divided_by_the_number_of_instances(case: tuple[Graph, Motif]) -> None:
    graph, motif = case
    instances, roles = brute_force(graph, motif)
    found = operator(graph, motif)
    for role, expected in zip(found.roles, roles, strict=True):
        divided = np.divide(
            expected, instances[:, None], out=np.zeros(expected.shape), where=instances[:, None] > 0
        )
        assert role.matrix.dtype == np.float32
        np.testing.assert_allclose(role.matrix.toarray(), divided, rtol=1e-6)


@settings(max_examples=60)
@given(case=graphs_with_motifs(max_nodes=7, motif_nodes=4))
def test_the_role_normaliser_divides_each_role_by_its_own_row_sum(
    case: tuple[Graph, Motif],
) -> None:
    graph, motif = case
    _, roles = brute_force(graph, motif)
    for role, expected in zip(operator(graph, motif, "role").roles, roles, strict=True):
        sums = expected.sum(axis=1, keepdims=True)
        divided = np.divide(expected, sums, out=np.zeros(expected.shape), where=sums > 0)
        np.testing.assert_allclose(role.matrix.toarray(), divided, rtol=1e-6)


def test_an_unknown_normaliser_names_those_there_are(case_graph: Graph) -> None:
    with pytest.raises(
        MotifCNNError, match='normaliser must be "instances" or "role", got \'degree\''
    ):
        operator(case_graph, Motif.parse("(t:a)--(c:a)"), "degree")  # type: ignore[arg-type]


@pytest.mark.parametrize("engine", ["materialised", "factored"])
def test_values_of_the_wrong_height_are_refused_with_the_height_expected(
    case_graph: Graph, engine: str
) -> None:
    (role,) = operator(case_graph, Motif.parse("(t:a)--(c:a)"), engine=engine).roles
    for multiply in (role.matmul, role.rmatmul):
        with pytest.raises(
            GraphError, match=r"role c: expected values of shape \(3, d\), got \(4, 2\)"
        ):
            multiply(np.ones((4, 2), dtype=np.float32))


def test_a_text_is_taken_wherever_a_motif_is(case_graph: Graph) -> None:
    text = "(t:a)--(c:a)"
    motif = Motif.parse(text)
    assert operator(case_graph, text) is operator(case_graph, motif)
    assert count(case_graph, text) == count(case_graph, motif)
    assert plan(case_graph, text).nonzeros == plan(case_graph, motif).nonzeros
    assert plan_operator(case_graph, text).engine == plan_operator(case_graph, motif).engine
    assert count(case_graph, text, sample=10).motif == motif
    for ask in (operator, count, plan, plan_operator):
        with pytest.raises(MotifError, match="expected"):
            ask(case_graph, "(t:a)-(c:a)")
        with pytest.raises(MotifError, match="expected a Motif or the text"):
            ask(case_graph, 3)  # type: ignore[call-overload, arg-type]


def test_the_same_operator_is_given_again_and_is_what_counting_gives() -> None:
    graph, motif = bibliography(), Motif.parse(MOTIFS[1])
    found = operator(graph, motif, "role")
    assert operator(graph, motif, "role") is found
    assert operator(graph, motif, "role", engine="materialised") is found
    assert operator(graph, motif, "role", applications=1) is found
    for one, other in zip(found.roles, operator(replace(graph), motif, "role").roles, strict=True):
        np.testing.assert_array_equal(one.matrix.toarray(), other.matrix.toarray())


def test_another_graph_motif_normaliser_or_name_has_an_operator_of_its_own() -> None:
    graph, motif = bibliography(), Motif.parse(MOTIFS[1])
    found = operator(graph, motif)
    assert operator(replace(graph), motif) is not found
    assert operator(graph, motif.with_roles("none")) is not found
    assert operator(graph, motif, "role") is not found
    factored = operator(graph, motif, engine="factored")
    assert factored.factored
    assert operator(graph, motif, engine="factored") is factored
    renamed = Motif.parse("(t:paper)--(writer:author)--(c:paper)")
    assert renamed == motif
    assert operator(graph, renamed).roles[0].label == "writer"


def test_operators_that_were_not_used_for_longest_go_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    motif, graphs = Motif.parse(MOTIFS[2]), [bibliography(seed=seed) for seed in range(12)]
    monkeypatch.setattr(cache, "BUDGET", 5 * cache.held_bytes(operator(bibliography(), motif)))
    kept = [operator(graphs[0], motif)]
    for graph in graphs[1:]:
        kept.append(operator(graph, motif))
        assert operator(graphs[0], motif) is kept[0], "it is used all the time"
    assert operator(graphs[-1], motif) is kept[-1]
    assert operator(graphs[1], motif) is not kept[1]
    monkeypatch.setattr(cache, "BUDGET", 0)
    assert operator(bibliography(), motif).roles


def test_bytes_of_an_operator_are_those_of_its_arrays() -> None:
    found = operator(bibliography(), Motif.parse(MOTIFS[0]))
    matrix = found.roles[0].matrix
    assert cache.held_bytes(found) == matrix.nnz * 8 + matrix.indptr.nbytes


def test_both_kinds_of_roles_have_the_same_interface() -> None:
    graph, motif = bibliography(), Motif.parse(MOTIFS[2])
    rows = np.array([3, 50, 3])
    rng = np.random.default_rng(0)
    for one, other in zip(
        operator(graph, motif, engine="materialised").roles,
        operator(graph, motif, engine="factored").roles,
        strict=True,
    ):
        assert (one.label, one.node_type, one.shape) == (other.label, other.node_type, other.shape)
        x = rng.standard_normal((one.shape[1], 4)).astype(np.float32)
        g = rng.standard_normal((one.shape[0], 4)).astype(np.float32)
        np.testing.assert_allclose(one.matmul(x), other.matmul(x), rtol=1e-4, atol=1e-6)
        np.testing.assert_allclose(one.rmatmul(g), other.rmatmul(g), rtol=1e-4, atol=1e-6)
        np.testing.assert_allclose(one.rows(rows).toarray(), other.rows(rows).toarray(), rtol=1e-6)


@pytest.fixture
def case_graph() -> Graph:
    from motifcnn.graph.schema import Relation, Schema

    return Graph(
        Schema(("a",), (Relation("a", "r", "a", directed=False),)),
        {("a", "r", "a"): np.ones((3, 3))},
        {"a": 3},
    )
