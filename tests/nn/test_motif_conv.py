"""The convolution is what the paper says: per instance, then mean pooling (Eqn 4-5)."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from motifcnn.graph.graph import Graph
from motifcnn.graph.schema import Relation, Schema
from motifcnn.motif.motif import Motif
from motifcnn.nn.fused.precomputed import precomputed
from motifcnn.nn.motif_conv import MotifConv
from motifcnn.nn.settings import ConfigError
from motifcnn.nn.sparse import OneHot, SparseMatrix
from motifcnn.tensor.operator import operator
from tests import oracle
from tests.strategies import graphs_with_motifs

ENGINES = ("materialised", "factored")
TRIANGLE = "(t:a)--(m:b)--(c:a), (t)--(c)"
PATH = "(t:a)--(m:b)--(c:a)"


def instances_of(graph: Graph, motif: Motif, target: int) -> list[list[int]]:
    """One map per instance: the row of each motif node."""
    seen, found = set(), []
    present = oracle._present(graph)
    for image in oracle._maps(graph, motif, present, target):
        instance = oracle._instance(motif, image)
        if instance not in seen:
            seen.add(instance)
            found.append(image)
    return found


def two_types(a: int = 7, b: int = 5, seed: int = 1) -> Graph:
    rng = np.random.default_rng(seed)
    schema = Schema(("a", "b"), (Relation("a", "r", "b"), Relation("a", "s", "a", directed=False)))
    links = {("a", "r", "b"): rng.random((a, b)) < 0.5, ("a", "s", "a"): rng.random((a, a)) < 0.4}
    return Graph(schema, links, {"a": a, "b": b})


def inputs(graph: Graph, width: int = 3, **options: object) -> dict[str, torch.Tensor]:
    torch.manual_seed(0)
    return {t: torch.randn(n, width, **options) for t, n in graph.counts.items()}


@settings(max_examples=60)
@given(case=graphs_with_motifs(max_nodes=7, motif_nodes=4), seed=st.integers(0, 1000))
def test_convolution_equals_instance_wise_convolution_and_mean_pooling(
    case: tuple[Graph, Motif], seed: int
) -> None:
    graph, motif = case
    torch.manual_seed(seed)
    widths = {t: d for d, t in enumerate(graph.schema.node_types, 2)}
    x = {t: torch.randn(graph.counts[t], widths[t]) for t in graph.schema.node_types}
    conv = MotifConv(motif, widths, 3)
    found = conv(x, operator(graph, motif))
    assert conv.w0 is not None
    for target in range(graph.counts[motif.target_type]):
        expected = x[motif.target_type][target] @ conv.w0
        each = []
        for image in instances_of(graph, motif, target):
            value = torch.zeros(3)
            for role, weight in zip(motif.roles, conv.w, strict=True):
                for member in role.members:
                    value = value + x[role.node_type][image[member]] @ weight
            each.append(value)
        if each:
            expected = expected + torch.stack(each).mean(dim=0)
        torch.testing.assert_close(found[target], expected, rtol=1e-4, atol=1e-5)


def test_the_edge_as_the_only_motif_is_row_normalised_gcn_with_its_own_self_weight() -> None:
    rng = np.random.default_rng(0)
    links = np.triu(rng.random((12, 12)) < 0.3, 1)
    graph = Graph(
        Schema(("n",), (Relation("n", "r", "n", directed=False),)),
        {("n", "r", "n"): links},
        {"n": 12},
    )
    adjacency = torch.tensor((links | links.T).astype(np.float32))
    edge, x = Motif.parse("(t:n)--(c:n)"), torch.randn(12, 4)
    conv = MotifConv(edge, 4, 5)
    mean = adjacency @ x / adjacency.sum(1, keepdim=True).clamp(min=1)
    torch.testing.assert_close(
        conv({"n": x}, operator(graph, edge)), x @ conv.w0 + mean @ conv.w[0]
    )


@pytest.mark.parametrize("engine", ENGINES)
def test_targets_without_instances_keep_their_own_term_alone(engine: str) -> None:
    graph = Graph(
        Schema(("n",), (Relation("n", "r", "n", directed=False),)),
        {("n", "r", "n"): np.zeros((3, 3))},
        {"n": 3},
    )
    edge, x = Motif.parse("(t:n)--(c:n)"), torch.randn(3, 4)
    conv = MotifConv(edge, 4, 5, unit_rows=True)
    found = conv({"n": x}, operator(graph, edge, engine=engine))  # type: ignore[arg-type]
    torch.testing.assert_close(found, x @ conv.w0)


@pytest.mark.parametrize("unit_rows", [False, True])
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("pattern", [PATH, TRIANGLE, "(t:b)--(c:a)", "(t:a)--(c:b)"])
def test_sparse_and_dense_inputs_give_the_same(pattern: str, engine: str, unit_rows: bool) -> None:
    graph, motif = two_types(), Motif.parse(pattern)
    applied = operator(graph, motif, engine=engine)  # type: ignore[arg-type]
    dense = {t: torch.relu(x) for t, x in inputs(graph).items()}
    conv = MotifConv(motif, 3, 4, unit_rows=unit_rows)
    written_out = {t: SparseMatrix(sparse.csr_array(x.numpy())) for t, x in dense.items()}
    torch.testing.assert_close(conv(written_out, applied), conv(dense, applied))


@pytest.mark.parametrize("unit_rows", [False, True])
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("pattern", [PATH, "(t:b)--(c:a)"])
def test_one_hot_inputs_are_an_identity(pattern: str, engine: str, unit_rows: bool) -> None:
    graph, motif = two_types(), Motif.parse(pattern)
    applied = operator(graph, motif, engine=engine)  # type: ignore[arg-type]
    conv = MotifConv(motif, graph.counts, 4, unit_rows=unit_rows)
    identity = {t: torch.eye(n) for t, n in graph.counts.items()}
    one_hot = {t: OneHot(n) for t, n in graph.counts.items()}
    torch.testing.assert_close(conv(one_hot, applied), conv(identity, applied))


@pytest.mark.parametrize("unit_rows", [False, True])
@pytest.mark.parametrize("pattern", [PATH, TRIANGLE, "(t:b)--(c:a)"])
def test_factored_and_precomputed_operators_give_what_the_tensor_gives(
    pattern: str, unit_rows: bool
) -> None:
    graph, motif = two_types(), Motif.parse(pattern)
    x, conv = inputs(graph), MotifConv(motif, 3, 4, unit_rows=unit_rows, bias=True)
    tensor, factored = (operator(graph, motif, engine=engine) for engine in ENGINES)
    expected = conv(x, tensor)
    torch.testing.assert_close(conv(x, factored), expected)
    torch.testing.assert_close(conv(x, precomputed(tensor, x, unit=unit_rows)), expected)


def test_unit_rows_scales_what_each_role_brings_before_its_filter() -> None:
    graph, motif = two_types(), Motif.parse(PATH)
    x, conv = inputs(graph), MotifConv(motif, 3, 4, own=False, unit_rows=True)
    expected = np.zeros((7, 4))
    for role, weight in zip(operator(graph, motif).roles, conv.w, strict=True):
        mean = role.matrix.toarray() @ x[role.node_type].numpy()
        length = np.linalg.norm(mean, axis=1, keepdims=True)
        expected += (mean / np.where(length > 0, length, 1)) @ weight.detach().numpy()
    np.testing.assert_allclose(conv(x, operator(graph, motif)).detach(), expected, atol=1e-5)


def test_what_the_targets_hold_themselves_may_be_given_apart() -> None:
    graph, motif = two_types(), Motif.parse(PATH)
    x, own, conv = inputs(graph), torch.randn(7, 3), MotifConv(motif, 3, 4)
    applied = operator(graph, motif)
    found, usual = conv(x, applied, own), conv(x, applied)
    torch.testing.assert_close(found - usual, (own - x["a"]) @ conv.w0, atol=1e-5, rtol=1e-4)


def test_without_an_own_term_and_with_a_bias() -> None:
    graph, motif = two_types(), Motif.parse(PATH)
    x, conv = inputs(graph), MotifConv(motif, 3, 4, own=False, bias=True)
    assert conv.w0 is None
    assert conv.bias is not None
    assert not conv.bias.any()
    with torch.no_grad():
        conv.bias += torch.arange(4)
    mean = [
        torch.from_numpy(r.matrix.toarray()) @ x[r.node_type] for r in operator(graph, motif).roles
    ]
    expected = sum(m @ w for m, w in zip(mean, conv.w, strict=True)) + torch.arange(4)
    torch.testing.assert_close(conv(x, operator(graph, motif)), expected)


@pytest.mark.parametrize("unit_rows", [False, True])
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("pattern", [PATH, TRIANGLE, "(t:b)--(c:a)"])
def test_gradients_pass_gradcheck(pattern: str, engine: str, unit_rows: bool) -> None:
    graph, motif = two_types(5, 4), Motif.parse(pattern)
    conv = MotifConv(motif, {"a": 2, "b": 3}, 4, unit_rows=unit_rows, bias=True).double()
    applied = operator(graph, motif, engine=engine)  # type: ignore[arg-type]
    names = [name for name, _ in conv.named_parameters()]
    torch.manual_seed(0)
    x = [torch.randn(n, d, dtype=torch.float64, requires_grad=True) for n, d in ((5, 2), (4, 3))]
    weights = [p.detach().clone().requires_grad_() for p in conv.parameters()]

    def of(a: torch.Tensor, b: torch.Tensor, *given_weights: torch.Tensor) -> torch.Tensor:
        state = dict(zip(names, given_weights, strict=True))
        return torch.func.functional_call(conv, state, ({"a": a, "b": b}, applied))

    assert torch.autograd.gradcheck(of, (*x, *weights), fast_mode=True)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("pattern", [PATH, TRIANGLE])
def test_permuting_nodes_permutes_the_result(pattern: str, engine: str) -> None:
    graph, motif, rng = two_types(), Motif.parse(pattern), np.random.default_rng(3)
    order = {t: rng.permutation(n) for t, n in graph.counts.items()}
    links = {k: m[order[k[0]]][:, order[k[2]]] for k, m in graph.adjacency.items()}
    other = Graph(graph.schema, links, graph.counts)
    x, conv = inputs(graph), MotifConv(motif, 3, 4)
    before = conv(x, operator(graph, motif, engine=engine))  # type: ignore[arg-type]
    moved = {t: part[torch.as_tensor(order[t])] for t, part in x.items()}
    after = conv(moved, operator(other, motif, engine=engine))  # type: ignore[arg-type]
    torch.testing.assert_close(after, before[torch.as_tensor(order["a"])])


def test_dropout_acts_in_training_alone_and_keeps_the_mean() -> None:
    graph, motif = two_types(), Motif.parse(PATH)
    x, applied = inputs(graph), operator(graph, motif)
    conv = MotifConv(motif, 3, 4, dropout=0.5)
    exact = conv.eval()(x, applied)
    assert torch.equal(conv(x, applied), exact)
    torch.manual_seed(0)
    drops = torch.stack([conv.train()(x, applied).detach() for _ in range(400)])
    error = drops.std(dim=0) / 400**0.5
    assert error.max() > 0
    assert ((drops.mean(dim=0) - exact).abs() <= 5 * error + 1e-5).all()


def test_a_text_is_taken_as_a_motif() -> None:
    text = "(t:paper)--(c:author)"
    assert MotifConv(text, 3, 2).motif == Motif.parse(text)


def test_an_operator_of_another_motif_and_a_type_that_holds_nothing_are_named() -> None:
    graph, edge = two_types(), "(t:a)--(c:b)"
    conv, x = MotifConv(PATH, 3, 2), inputs(graph)
    with pytest.raises(ConfigError, match="is it that of another motif"):
        conv(x, operator(graph, edge))
    with pytest.raises(ConfigError, match="x_dict: nothing for 'b'"):
        conv({"a": x["a"]}, operator(graph, PATH))
