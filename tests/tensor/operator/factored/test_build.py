"""Factored equals materialised: the catalogue up to four nodes, larger trees, random motifs."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motifcnn.errors import BudgetError
from motifcnn.graph import Graph, Relation, Schema
from motifcnn.motif import Motif, catalogue
from motifcnn.motif.roles import ROLE_RULES
from motifcnn.tensor import count
from motifcnn.tensor.operator import FactoredRole, operator
from motifcnn.tensor.operator.factored.build import factored_roles
from motifcnn.tensor.pattern.estimate import estimate
from tests.strategies import graphs_with_motifs, typed_graphs

SCHEMAS = {
    "one undirected relation": Schema(("a",), (Relation("a", "r", "a", directed=False),)),
    "bipartite": Schema(("a", "b"), (Relation("a", "r", "b"),)),
    "two types": Schema(
        ("a", "b"), (Relation("a", "r", "b"), Relation("a", "s", "a", directed=False))
    ),
    "three types": Schema(
        ("a", "b", "c"), (Relation("a", "r", "b"), Relation("b", "s", "c"), Relation("a", "u", "c"))
    ),
    "one directed relation": Schema(("a",), (Relation("a", "r", "a"),)),
}
FILL_LIMITS = (None, 0.0)  # as usual, and nothing stored that no link closes


def roles_of(graph: Graph, motif: Motif, fill_limit: float | None) -> tuple[FactoredRole, ...]:
    known = estimate(graph, motif, induced=False)
    return factored_roles(
        known, motif, by_role=False, require_fit=lambda: None, fill_limit=fill_limit
    )


def assert_equal_to_the_tensor(graph: Graph, motif: Motif, fill_limit: float | None) -> None:
    """Exact for whole numbers, to 1e-5 for float32, both ways, and row by row."""
    tensor, rng = count(graph, motif, engine="join"), np.random.default_rng(1)
    roles = roles_of(graph, motif, fill_limit)
    inverse = np.divide(
        1.0, tensor.instances, out=np.zeros(len(tensor.instances)), where=tensor.instances > 0
    )[:, None]
    assert len(roles) == len(tensor.roles)
    for role, expected in zip(roles, tensor.roles, strict=True):
        assert (role.label, role.node_type, role.members) == (
            expected.label,
            expected.node_type,
            expected.members,
        )
        assert role.shape == expected.matrix.shape
        np.testing.assert_array_equal(role.instances.value, tensor.instances)
        matrix = expected.matrix.toarray()
        whole = rng.integers(-1000, 1000, (role.shape[1], 2))
        np.testing.assert_array_equal(role.sums(whole), matrix @ whole)
        x = rng.random((role.shape[1], 3)).astype(np.float32)
        np.testing.assert_allclose(role.matmul(x), inverse * (matrix @ x), rtol=1e-5)
        g = rng.random((role.shape[0], 2))
        np.testing.assert_allclose(role.rmatmul(g), matrix.T @ (inverse * g), rtol=1e-9, atol=1e-12)
        some = rng.permutation(role.shape[0])[: role.shape[0] // 2 + 1]
        np.testing.assert_allclose(role.rows(some).toarray(), (inverse * matrix)[some], rtol=1e-6)
        assert role.counts(some).dtype == np.int64
        np.testing.assert_array_equal(role.counts(some).toarray(), matrix[some])


@lru_cache
def _catalogue(name: str) -> list[Motif]:
    return [
        motif
        for target in SCHEMAS[name].node_types
        for motif in catalogue(SCHEMAS[name], target, max_nodes=4)
    ]


@st.composite
def catalogued(draw: st.DrawFn) -> tuple[Graph, Motif]:
    """A random typed graph and a motif of its schema's catalogue, under any rule for roles."""
    name = draw(st.sampled_from(sorted(SCHEMAS)))
    motif = draw(st.sampled_from(_catalogue(name)))
    return draw(typed_graphs(SCHEMAS[name], 12)), motif.with_roles(
        draw(st.sampled_from(ROLE_RULES))
    )


@settings(max_examples=500)
@given(case=catalogued(), fill_limit=st.sampled_from(FILL_LIMITS))
def test_motifs_of_the_catalogue_equal_the_tensor(
    case: tuple[Graph, Motif], fill_limit: float | None
) -> None:
    assert_equal_to_the_tensor(*case, fill_limit)


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_motif_of_the_catalogue_equals_the_tensor(name: str) -> None:
    schema, rng = SCHEMAS[name], np.random.default_rng(3)
    counts = {t: 8 + 2 * i for i, t in enumerate(schema.node_types)}
    dense = {
        r.key: rng.random((counts[r.source], counts[r.target])) < 0.45 for r in schema.relations
    }
    graph = Graph(schema, dense, counts)
    motifs = catalogue(
        schema, "a", max_nodes=4, relations="any" if name == "one directed relation" else "named"
    )
    for number, motif in enumerate(motifs):
        assert_equal_to_the_tensor(
            graph, motif.with_roles(ROLE_RULES[number % 4]), FILL_LIMITS[number % 2]
        )


@settings(max_examples=60)
@given(case=graphs_with_motifs(max_nodes=9, motif_nodes=6), fill_limit=st.sampled_from(FILL_LIMITS))
def test_any_motif_equals_the_tensor(case: tuple[Graph, Motif], fill_limit: float | None) -> None:
    assert_equal_to_the_tensor(*case, fill_limit)


@pytest.mark.parametrize(
    "pattern",
    [
        "(t:a)--(b:a)--(c:a)--(d:a)--(e:a)--(f:a)",
        "(t:a)--(b:a)--(c:a)--(d:a)--(e:a), (c)--(f:a)",
        "(m:a)--(t:a)--(b:a)--(c:a), (b)--(d:a), (b)--(e:a)",
        "(t:a)--(b:a), (t)--(c:a), (t)--(d:a), (t)--(e:a), (t)--(f:a)",
    ],
)
@pytest.mark.parametrize("fill_limit", FILL_LIMITS)
def test_trees_of_six_nodes_of_one_type_equal_the_tensor(
    pattern: str, fill_limit: float | None
) -> None:
    schema, rng = SCHEMAS["one undirected relation"], np.random.default_rng(5)
    graph = Graph(schema, {("a", "r", "a"): rng.random((11, 11)) < 0.25}, {"a": 11})
    assert_equal_to_the_tensor(graph, Motif.parse(pattern, target="t"), fill_limit)


def test_past_int64_is_refused() -> None:
    leaves = 40_000
    schema = Schema(("hub", "leaf"), (Relation("hub", "has", "leaf"),))
    graph = Graph(
        schema,
        {("hub", "has", "leaf"): np.ones((1, leaves), dtype=bool)},
        {"hub": 1, "leaf": leaves},
    )
    star = Motif.parse(
        "(t:hub)--(l1:leaf), (t)--(l2:leaf), (t)--(l3:leaf), (t)--(l4:leaf), (t)--(l5:leaf)"
    )
    with pytest.raises(BudgetError, match="past what int64 can count exactly"):
        operator(graph, star, engine="factored")


def test_the_role_normaliser_divides_by_the_row_sums_of_the_role() -> None:
    graph = Graph(
        SCHEMAS["bipartite"], {("a", "r", "b"): np.array([[1, 1, 1], [0, 1, 1]])}, {"a": 2, "b": 3}
    )
    wedge = Motif.parse("(t:a)--(b:b), (t)--(c:b)")
    (role,) = operator(graph, wedge, "role", engine="factored").roles
    np.testing.assert_allclose(role.matmul(np.ones((3, 1))), 1.0)
    (role,) = operator(graph, wedge, engine="factored").roles
    np.testing.assert_allclose(role.matmul(np.ones((3, 1))), 2.0)
