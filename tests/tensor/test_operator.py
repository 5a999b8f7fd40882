"""The operator is the tensor, normalised."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from motifcnn.graph.graph import Graph
from motifcnn.motif.motif import Motif
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
        divided = np.divide(expected, instances[:, None], out=np.zeros(expected.shape), where=instances[:, None] > 0)
        assert role.matrix.dtype == np.float32
        np.testing.assert_allclose(role.matrix.toarray(), divided, rtol=1e-6)


@settings(max_examples=60)
@given(case=graphs_with_motifs(max_nodes=7, motif_nodes=4))
def test_the_role_normaliser_divides_each_role_by_its_own_row_sum(case: tuple[Graph, Motif]) -> None:
    graph, motif = case
    _, roles = brute_force(graph, motif)
    for role, expected in zip(operator(graph, motif, "role").roles, roles, strict=True):
        sums = expected.sum(axis=1, keepdims=True)
        divided = np.divide(expected, sums, out=np.zeros(expected.shape), where=sums > 0)
        np.testing.assert_allclose(role.matrix.toarray(), divided, rtol=1e-6)


def test_an_unknown_normaliser_names_those_there_are(case_graph: Graph) -> None:
    with pytest.raises(ValueError, match="instances"):
        operator(case_graph, Motif.parse("(t:a)--(c:a)"), "degree")  # type: ignore[arg-type]


@pytest.fixture
def case_graph() -> Graph:
    from motifcnn.graph.schema import Relation, Schema

    return Graph(Schema(("a",), (Relation("a", "r", "a", directed=False),)), {("a", "r", "a"): np.ones((3, 3))}, {"a": 3})
