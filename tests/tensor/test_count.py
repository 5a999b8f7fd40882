"""Every engine equals brute force, bit for bit."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from motifcnn.graph import Graph, Relation, Schema
from motifcnn.motif.motif import Motif
from motifcnn.tensor import MotifTensor, count
from motifcnn.tensor.engines.compiled.oriented import oriented_support
from motifcnn.tensor.engines.compiled.undirected import bit_support
from motifcnn.tensor.engines.formulas import find_formula, with_values
from motifcnn.tensor.engines.scipy_formulas import SCIPY
from motifcnn.tensor.pattern.problem import make_problem
from tests.oracle import brute_force
from tests.strategies import graphs_with_motifs


def assert_equals(tensor: MotifTensor, expected: tuple[np.ndarray, list[np.ndarray]]) -> None:
    instances, roles = expected
    assert tensor.instances.dtype == np.int64
    np.testing.assert_array_equal(tensor.instances, instances)
    assert len(tensor.roles) == len(roles)
    for found, expected in zip(tensor.roles, roles, strict=True):
        assert found.matrix.dtype == np.int64
        assert len(np.unique(found.matrix.tocoo().coords, axis=1).T) == found.matrix.nnz, (
            "every entry once"
        )
        assert found.matrix.data.all(), "no stored zeros"
        np.testing.assert_array_equal(found.matrix.toarray(), expected)


def possible_engines(graph: Graph, motif: Motif, induced: bool) -> list[str]:
    """The engines that say they can count the motif; the two enumerations always can."""
    formula = find_formula(make_problem(graph, motif, induced=induced))
    with_formula = (
        [] if formula is None else ["matrix"] if len(motif.nodes) > 3 else ["matrix", "scipy"]
    )
    return ["join", "enumerate", *with_formula]


@settings(max_examples=600)
@given(case=graphs_with_motifs(), induced=st.booleans())
def test_every_engine_equals_brute_force(case: tuple[Graph, Motif], induced: bool) -> None:
    graph, motif = case
    expected = brute_force(graph, motif, induced=induced)
    for engine in possible_engines(graph, motif, induced):
        assert_equals(count(graph, motif, induced=induced, engine=engine), expected)


@settings(max_examples=150)
@given(case=graphs_with_motifs(max_nodes=12), induced=st.booleans())
def test_sum_of_row_is_role_size_times_instances(case: tuple[Graph, Motif], induced: bool) -> None:
    graph, motif = case
    tensor = count(graph, motif, induced=induced)
    for role in tensor.roles:
        np.testing.assert_array_equal(role.matrix.sum(axis=1), role.members * tensor.instances)


@settings(max_examples=150)
@given(case=graphs_with_motifs(max_nodes=12), seed=st.integers(0, 2**32 - 1))
def test_relabelling_nodes_permutes_the_tensor(case: tuple[Graph, Motif], seed: int) -> None:
    graph, motif = case
    rng = np.random.default_rng(seed)
    order = {t: rng.permutation(n) for t, n in graph.counts.items()}
    moved = {
        (s, name, t): matrix[order[s]][:, order[t]]
        for (s, name, t), matrix in graph.adjacency.items()
    }
    before, after = count(graph, motif), count(Graph(graph.schema, moved, graph.counts), motif)
    rows = order[motif.target_type]
    np.testing.assert_array_equal(after.instances, before.instances[rows])
    for one, two in zip(before.roles, after.roles, strict=True):
        np.testing.assert_array_equal(
            two.matrix.toarray(), one.matrix.toarray()[rows][:, order[one.node_type]]
        )


@pytest.mark.parametrize(
    "pattern",
    ["(t:a)--(b:a)--(c:a)", "(t:a)--(b:a)--(c:a)--(t)", "(t:a)--(b:a)--(c:a)--(d:a)--(t)"],
)
def test_a_watched_count_is_the_same_and_reports_to_the_end(pattern: str) -> None:
    graph = undirected(300, 0.05)
    motif = Motif.parse(pattern)
    for engine in ("matrix", "enumerate"):
        heard: list[float] = []
        watched = count(graph, motif, engine=engine, progress=heard.append)
        assert watched == count(graph, motif, engine=engine)
        assert heard == sorted(heard)
        assert heard[-1] == 1.0


@pytest.mark.parametrize(
    ("nodes", "density"), [(3_000, 0.004), (700, 0.3), (64, 1.0), (65, 0.9), (5_000, 0.02)]
)
def test_triangles_by_bits_and_by_orientation_equal_scipy(nodes: int, density: float) -> None:
    links = link_matrix(undirected(nodes, density))
    expected = SCIPY.undirected_triangle(links)
    for support in (bit_support(links), oriented_support(links)):
        found = with_values(links, support)
        np.testing.assert_array_equal(found.indices, expected.indices)
        np.testing.assert_array_equal(found.data, expected.data)


def test_four_cliques_of_a_complete_graph() -> None:
    tensor = count(
        undirected(70, 1.0),
        Motif.parse("(t:a)--(b:a)--(c:a)--(d:a)--(t)--(c), (b)--(d)"),
        engine="matrix",
    )
    assert tensor.total == 70 * comb(69, 3)
    assert set(tensor.roles[0].matrix.data.tolist()) == {comb(68, 2)}


def test_a_link_both_ways_counts_once_and_self_loops_never() -> None:
    schema = Schema(("a",), (Relation("a", "r", "a"),))
    graph = Graph(schema, {("a", "r", "a"): np.array([[1, 1], [1, 0]])}, {"a": 2})
    assert count(graph, Motif.parse("(t:a)--(c:a)")).instances.tolist() == [1, 1]
    assert count(graph, Motif.parse("(t:a)-->(c:a)")).instances.tolist() == [1, 1]


def test_swap_roles_count_ordered_instances() -> None:
    """t-P1-A1, t-P2-A2: two orbits, four swap roles; distinct arms make two instances of one."""
    schema = Schema(("p", "a"), (Relation("p", "by", "a"), Relation("p", "cites", "p")))
    cites = np.zeros((3, 3), dtype=bool)
    cites[0, 1:] = True
    graph = Graph(
        schema,
        {("p", "by", "a"): np.eye(3, dtype=bool), ("p", "cites", "p"): cites},
        {"p": 3, "a": 3},
    )
    motif = Motif.parse("(t:p)-->(p1:p)--(a1:a), (t)-->(p2:p)--(a2:a)")
    orbit, swap = count(graph, motif), count(graph, motif.with_roles("swap"))
    assert (len(orbit.roles), orbit.total) == (2, 1)
    assert (len(swap.roles), swap.total) == (4, 2)


def undirected(nodes: int, density: float) -> Graph:
    rng = np.random.default_rng(nodes)
    links = np.triu(rng.random((nodes, nodes), dtype=np.float32) < density, k=1)
    return Graph(
        Schema(("a",), (Relation("a", "r", "a", directed=False),)),
        {("a", "r", "a"): links},
        {"a": nodes},
    )


def link_matrix(graph: Graph) -> sparse.csr_array:
    return make_problem(graph, Motif.parse("(t:a)--(c:a)"), induced=False).linked[0, 1]


def test_roles_in_which_every_node_is_met_do_not_spill_into_each_other() -> None:
    graph = undirected(20, 1.0)
    motif = Motif.parse("(t:a)--(b:a)--(c:a)--(d:a)--(e:a)")
    assert count(graph, motif, engine="enumerate") == count(graph, motif, engine="join")
