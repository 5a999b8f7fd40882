"""The operator is the tensor, normalised."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from motifcnn.errors import GraphError, MotifCNNError, MotifError
from motifcnn.graph.graph import Graph
from motifcnn.motif.motif import Motif
from motifcnn.tensor import count, plan
from motifcnn.tensor.kept_operators import kept_operator
from motifcnn.tensor.operator import operator
from tests.oracle import brute_force
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
    (role,) = operator(case_graph, Motif.parse("(t:a)--(c:a)"), engine=engine).roles  # type: ignore[arg-type]
    for multiply in (role.matmul, role.rmatmul):
        with pytest.raises(
            GraphError, match=r"role c: expected values of shape \(3, d\), got \(4, 2\)"
        ):
            multiply(np.ones((4, 2), dtype=np.float32))


def test_text_instead_of_a_motif_is_refused_with_what_reads_it(case_graph: Graph) -> None:
    text = "(t:a)--(c:a)"
    for ask in (operator, kept_operator, count, plan):
        with pytest.raises(
            MotifError, match=r"expected a Motif, got .* read the text first: Motif.parse"
        ):
            ask(case_graph, text)  # type: ignore[operator]
    with pytest.raises(MotifError, match="expected a Motif"):
        count(case_graph, text, sample=10)  # type: ignore[call-overload]


@pytest.fixture
def case_graph() -> Graph:
    from motifcnn.graph.schema import Relation, Schema

    return Graph(
        Schema(("a",), (Relation("a", "r", "a", directed=False),)),
        {("a", "r", "a"): np.ones((3, 3))},
        {"a": 3},
    )
