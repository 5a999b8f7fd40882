"""The convolution is what the paper says: instance-wise, then mean pooling (Eqn 4-5); and GCN for the edge motif."""

from __future__ import annotations

import numpy as np
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from motifcnn.nn.conv import MotifConv, unit_of

from motifcnn.graph.graph import Graph
from motifcnn.graph.schema import Relation, Schema
from motifcnn.motif.motif import Motif
from motifcnn.tensor.operator import operator
from tests import oracle
from tests.strategies import graphs_with_motifs


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


@settings(max_examples=60)
@given(case=graphs_with_motifs(max_nodes=7, motif_nodes=4), seed=st.integers(0, 1000))
def test_convolution_equals_instance_wise_convolution_and_mean_pooling(
    case: tuple[Graph, Motif], seed: int
) -> None:
    graph, motif = case
    torch.manual_seed(seed)
    widths = {t: (d,) for d, t in enumerate(graph.schema.node_types, 2)}
    x = {t: torch.randn(graph.counts[t], widths[t][0]) for t in graph.schema.node_types}
    conv = MotifConv(motif, motif.target_type, widths, 3)
    found = conv(unit_of(operator(graph, motif), x))
    for target in range(graph.counts[motif.target_type]):
        expected = x[motif.target_type][target] @ conv.w0[0]
        each = []
        for image in instances_of(graph, motif, target):
            value = torch.zeros(3)
            for role, weights in zip(motif.roles, conv.w, strict=True):
                for member in role.members:
                    value = value + x[role.node_type][image[member]] @ weights[0]
            each.append(value)
        if each:
            expected = expected + torch.stack(each).mean(dim=0)
        torch.testing.assert_close(found[target], expected, rtol=1e-4, atol=1e-5)


def test_edge_motif_is_row_normalised_gcn() -> None:
    rng = np.random.default_rng(0)
    links = rng.random((12, 12)) < 0.3
    links = np.triu(links, 1)
    graph = Graph(
        Schema(("n",), (Relation("n", "r", "n", directed=False),)),
        {("n", "r", "n"): links},
        {"n": 12},
    )
    adjacency = torch.tensor((links | links.T).astype(np.float32))
    edge = Motif.parse("(t:n)--(c:n)")
    x = torch.randn(12, 4)
    conv = MotifConv(edge, "n", {"n": (4,)}, 5)
    mean = adjacency @ x / adjacency.sum(1, keepdim=True).clamp(min=1)
    torch.testing.assert_close(
        conv(unit_of(operator(graph, edge), {"n": x})), x @ conv.w0[0] + mean @ conv.w[0][0]
    )


def test_a_node_without_instances_keeps_its_self_weight() -> None:
    graph = Graph(
        Schema(("n",), (Relation("n", "r", "n", directed=False),)),
        {("n", "r", "n"): np.zeros((3, 3))},
        {"n": 3},
    )
    edge, x = Motif.parse("(t:n)--(c:n)"), torch.randn(3, 4)
    conv = MotifConv(edge, "n", {"n": (4,)}, 5)
    torch.testing.assert_close(conv(unit_of(operator(graph, edge), {"n": x})), x @ conv.w0[0])


def test_gradient_passes_gradcheck() -> None:
    rng = np.random.default_rng(1)
    schema = Schema(("a", "b"), (Relation("a", "r", "b"),))
    graph = Graph(schema, {("a", "r", "b"): rng.random((5, 4)) < 0.5}, {"a": 5, "b": 4})
    motif = Motif.parse("(t:a)--(m:b)--(c:a)")
    conv = MotifConv(motif, "a", {"a": (2,), "b": (3,)}, 4).double()
    a, b = (torch.randn(n, d, dtype=torch.float64, requires_grad=True) for n, d in ((5, 2), (4, 3)))
    operators = operator(graph, motif)
    assert torch.autograd.gradcheck(
        lambda one, two: conv(unit_of(operators, {"a": one, "b": two})), (a, b)
    )
