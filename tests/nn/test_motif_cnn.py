"""The network is the stack of its equations, however it is called, compiled or cut down."""

from __future__ import annotations

import math
from itertools import product
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import nn

from motifcnn.graph.graph import Graph
from motifcnn.graph.schema import Relation, Schema
from motifcnn.motif.motif import Motif, MotifEdge, MotifNode
from motifcnn.nn import MotifAttention, MotifCNN, MotifConv, OneHot, SparseMatrix
from motifcnn.nn.blocks import make_blocks
from motifcnn.nn.motif_cnn import layer_types
from motifcnn.nn.settings import ConfigError
from motifcnn.tensor.operator import operator
from tests.small_graphs import MOTIFS, bibliography

ALL = [Motif.parse(text) for text in (*MOTIFS, "(t:author)--(c:paper)")]
WIDTHS = {"paper": 5, "author": 4, "venue": 3}
ENGINES = ("materialised", "factored")
GRAPH = bibliography()
EVERY_OPTION: dict[str, dict[str, Any]] = {
    "plain": {},
    "shared": {"attention": "shared", "heads": 2, "mask": True, "shared_own": True},
    "unscaled": {"attention": "shared-unscaled", "activation": "elu", "bias": True},
    "unit rows": {"unit_rows": True, "mask": True},
    "sum": {"combine": "weighted-sum", "batch_norm": True},
    "one filter per type": {"shared_filters": True, "bias": True, "mask": True},
    "masked mean": {"combine": "mean", "mask": True, "shared_filters": True, "unit_rows": True},
    "mean, then side by side": {"combine": "mean", "last_combine": "concatenate"},
}


def inputs(graph: Graph, dtype: torch.dtype = torch.float32) -> dict[str, torch.Tensor]:
    torch.manual_seed(1)
    return {t: torch.randn(graph.counts[t], d, dtype=dtype) for t, d in WIDTHS.items()}


def operators(graph: Graph, engine: str = "materialised") -> list[Any]:
    return [operator(graph, motif, engine=engine) for motif in ALL]  # type: ignore[arg-type]


def network(**options: Any) -> MotifCNN:
    torch.manual_seed(0)
    model = MotifCNN(ALL, WIDTHS, 3, **({"hidden": (6, 4), "dropout": 0.0} | options))
    for parameter in model.parameters():  # biases too, which begin at zero
        with torch.no_grad():
            parameter += 0.1 * torch.randn(parameter.shape)
    return model.eval()


def by_hand(model: MotifCNN, graph: Graph, x: dict[str, torch.Tensor]) -> np.ndarray:
    """Two layers over all nodes in numpy, from the written out matrices."""
    weights = {name: p.detach().numpy() for name, p in model.named_parameters()}
    h = {t: part.numpy() for t, part in x.items()}
    for number, types in enumerate((["paper", "author", "venue"], ["paper"])):
        after = {}
        for place, t in enumerate(types):
            path = f"layers.{number}.{place}."
            own = [m for m in ALL if m.target_type == t]
            if not own:
                after[t] = np.maximum(h[t] @ weights[path + "w0"], 0)
                continue
            units = []
            for k, motif in enumerate(own):
                unit = h[t] @ weights[f"{path}convs.{k}.w0"]
                for r, role in enumerate(operator(graph, motif, engine="materialised").roles):
                    mean = role.matrix.toarray() @ h[role.node_type]
                    unit = unit + mean @ weights[f"{path}convs.{k}.w.{r}"]
                units.append(np.maximum(unit, 0))
            if len(own) == 1:
                after[t] = units[0]
                continue
            z = weights[path + "combine.z"][:, :, 0]
            scores = np.stack([u @ z[k] for k, u in enumerate(units)], 1) / math.sqrt(z.shape[1])
            alpha = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
            after[t] = sum(alpha[:, [k]] * unit for k, unit in enumerate(units))
        h = after
    return h["paper"] @ weights["output.weight"].T + weights["output.bias"]


@pytest.mark.parametrize("engine", ENGINES)
def test_two_layers_are_their_equations_in_numpy(engine: str) -> None:
    graph, model = bibliography(), network()
    x = inputs(graph)
    found = model(x, operators(graph, engine)).detach()
    np.testing.assert_allclose(found, by_hand(model, graph, x), rtol=1e-4, atol=1e-5)


def test_layers_compute_only_the_types_that_are_read() -> None:
    paper, author = Motif.parse(MOTIFS[0]), Motif.parse("(t:author)--(c:paper)")
    venue = Motif.parse("(t:venue)--(c:paper)")
    assert layer_types([paper, author, venue], "paper", 1) == [["paper"]]
    assert layer_types([paper, author, venue], "paper", 3) == [
        ["paper", "author"],
        ["paper", "author"],
        ["paper"],
    ]
    assert layer_types([author], "paper", 2) == [["paper"], ["paper"]]
    made = network()
    assert made.types == [["paper", "author", "venue"], ["paper"]]
    assert [len(parts) for parts in made.layers] == [3, 1]


@pytest.mark.parametrize("name", ["train", "children", "type", "a.b", "x'\n"])
def test_a_node_type_may_have_any_name(name: str) -> None:
    motif = Motif((MotifNode("t", name), MotifNode("c", name)), (MotifEdge(0, 1),))
    schema = Schema((name,), (Relation(name, "r", name),))
    graph = Graph(schema, {(name, "r", name): np.eye(3, k=1)}, {name: 3})
    model = MotifCNN([motif], 2, 4, hidden=(3, 3))
    logits = model({name: torch.ones(3, 2)}, [operator(graph, motif)])
    assert logits.shape == (3, 4)
    assert not any(name in part for part in model.state_dict())
    again = MotifCNN([motif], 2, 4, hidden=(3, 3))
    again.load_state_dict(model.state_dict())
    torch.testing.assert_close(
        again.eval()({name: torch.ones(3, 2)}, [operator(graph, motif)]),
        model.eval()({name: torch.ones(3, 2)}, [operator(graph, motif)]),
    )


def test_one_width_is_that_of_every_type() -> None:
    torch.manual_seed(0)
    one = MotifCNN(ALL, 5, 3)
    torch.manual_seed(0)
    each = MotifCNN(ALL, dict.fromkeys(WIDTHS, 5), 3)
    for name, weight in each.state_dict().items():
        torch.testing.assert_close(one.state_dict()[name], weight)


def test_operators_are_one_per_motif() -> None:
    with pytest.raises(ConfigError, match=f"one per motif, {len(ALL)}, got 1"):
        network()(inputs(GRAPH), operators(GRAPH)[:1])


@pytest.mark.parametrize("name", list(EVERY_OPTION))
def test_attention_is_collected_per_layer_and_sums_to_one(name: str) -> None:
    graph, model = bibliography(), network(**EVERY_OPTION[name])
    weights: list[torch.Tensor] = []
    with_weights = model(inputs(graph), operators(graph), attention=weights)
    assert torch.equal(with_weights, model(inputs(graph), operators(graph)))
    assert [found.shape for found in weights] == [(120, 3), (120, 3)]
    if EVERY_OPTION[name].get("combine", "attention") == "attention":
        for found in weights:
            torch.testing.assert_close(found.sum(dim=1), torch.ones(120))


@settings(max_examples=25)
@given(
    rows=st.lists(st.integers(0, 119), min_size=1, max_size=12),
    case=st.sampled_from([*product(EVERY_OPTION, ENGINES)]),
    depth=st.integers(1, 3),
)
def test_blocks_of_some_rows_give_those_rows_of_the_whole(
    rows: list[int], case: tuple[str, str], depth: int
) -> None:
    name, engine = case
    graph, model = GRAPH, network(hidden=(6, 4, 5)[:depth], **EVERY_OPTION[name])
    x, applied = inputs(graph), operators(graph, engine)
    whole = model(x, applied)
    blocks = make_blocks(applied, model.types, graph.counts, "paper", np.array(rows))
    torch.testing.assert_close(model(x, blocks), whole[torch.as_tensor(rows)], rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("engine", ENGINES)
def test_the_last_motif_layer_may_be_the_logits(engine: str) -> None:
    options = {"hidden": (6,), "dense": False, "shared_filters": True, "last_combine": "mean"}
    model, x = network(**options), inputs(GRAPH)
    applied = operators(GRAPH, engine)
    whole = model(x, applied)
    assert model.types == network().types
    assert not any(name.startswith("output") for name in model.state_dict())
    rows = np.array([7, 0, 119])
    blocks = make_blocks(applied, model.types, GRAPH.counts, "paper", rows)
    torch.testing.assert_close(model(x, blocks), whole[torch.as_tensor(rows)], rtol=1e-4, atol=1e-5)
    assert (whole < 0).any()  # no activation
    (layer,) = (part for part in model.layers[1])
    hidden = model.layer(0, x, model._blocks(applied)[0])
    units = layer.shared(
        hidden, [op for op in applied if op.motif.target_type == "paper"], hidden["paper"]
    )
    torch.testing.assert_close(whole, sum(units) / len(units))


@pytest.mark.parametrize("options", [{"heads": 2}, {"combine": "concatenate"}])
def test_logits_of_a_motif_layer_have_one_column_per_class(options: dict[str, Any]) -> None:
    with pytest.raises(ConfigError, match=r"columns for 3 classes.*last_combine"):
        network(dense=False, **options)


def permuted(graph: Graph, order: dict[str, np.ndarray]) -> Graph:
    adjacency = {
        key: matrix[order[key[0]]][:, order[key[2]]] for key, matrix in graph.adjacency.items()
    }
    return Graph(graph.schema, adjacency, graph.counts)


@pytest.mark.parametrize("name", list(EVERY_OPTION))
def test_permuting_nodes_permutes_predictions(name: str) -> None:
    graph, rng, model = bibliography(), np.random.default_rng(1), network(**EVERY_OPTION[name])
    order = {t: rng.permutation(n) for t, n in graph.counts.items()}
    x = inputs(graph)
    moved = {t: part[torch.as_tensor(order[t])] for t, part in x.items()}
    before = model(x, operators(graph))
    after = model(moved, operators(permuted(graph, order)))
    torch.testing.assert_close(after, before[torch.as_tensor(order["paper"])], rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("name", list(EVERY_OPTION))
def test_the_whole_network_passes_gradcheck(name: str) -> None:
    graph = bibliography(20)
    # Without the kink of relu, which no difference quotient can see across.
    model = network(**EVERY_OPTION[name] | {"hidden": (3, 2), "activation": "elu"}).double()
    x, applied = inputs(graph, torch.float64), operators(graph)
    names = [n for n, _ in model.named_parameters()]
    parameters = tuple(p.detach().clone().requires_grad_() for p in model.parameters())

    def of(*values: torch.Tensor) -> torch.Tensor:
        state = dict(zip(names, values, strict=True))
        return torch.func.functional_call(model, state, (x, applied))

    assert torch.autograd.gradcheck(of, parameters, fast_mode=True)


def test_what_nodes_hold_themselves_may_be_wider_in_the_first_layer() -> None:
    graph, own = bibliography(), torch.randn(120, 9)
    model = network(own_channels=9)
    x, applied = inputs(graph), operators(graph)
    found = model(x, applied, own)
    rows = np.array([3, 77])
    blocks = make_blocks(applied, model.types, graph.counts, "paper", rows)
    first = blocks[0].own["paper"]
    some = model(x, blocks, own if first is None else own[first])
    torch.testing.assert_close(some, found[torch.as_tensor(rows)], rtol=1e-4, atol=1e-5)
    assert not torch.allclose(found, model(x, applied, torch.zeros(120, 9)))


def test_a_type_without_motifs_reads_the_nodes_themselves() -> None:
    graph = bibliography()
    torch.manual_seed(0)
    model = MotifCNN([], WIDTHS, 3, target="paper", hidden=(6, 4), dropout=0.0)
    x = inputs(graph)
    h = torch.relu(x["paper"] @ model.layer_of(0, "paper").w0)
    h = torch.relu(h @ model.layer_of(1, "paper").w0)
    weights: list[torch.Tensor] = []
    torch.testing.assert_close(model(x, [], attention=weights), model.output(h))
    assert [found.tolist() for found in weights] == [[[1.0]] * 120] * 2


def test_dropout_acts_in_training_alone() -> None:
    graph, model = bibliography(), network(dropout=0.5, input_dropout=0.3)
    x, applied = inputs(graph), operators(graph)
    assert torch.equal(model(x, applied), network()(x, applied))
    model.train()
    torch.manual_seed(3)
    one = model(x, applied)
    assert not torch.equal(model(x, applied), one)
    torch.manual_seed(3)
    assert torch.equal(model(x, applied), one)


def test_a_state_survives_being_written_and_read() -> None:
    graph = bibliography()
    x, applied = inputs(graph), operators(graph)
    one, other = (network(batch_norm=True) for _ in range(2))
    one.train()(x, applied)  # moves the running means
    with torch.no_grad():
        for parameter in other.parameters():
            parameter.zero_()
    other.load_state_dict(one.state_dict())
    assert torch.equal(other.eval()(x, applied), one.eval()(x, applied))
    assert all(isinstance(value, torch.Tensor) for value in one.state_dict().values())


@pytest.mark.parametrize(
    ("backend", "engine"), [("eager", "factored"), ("aot_eager", "materialised")]
)
def test_compiled_networks_have_the_logits_and_gradients_of_plain_ones(
    backend: str, engine: str
) -> None:
    graph, model = bibliography(), network(hidden=(6,), mask=True)
    applied = operators(graph, engine)
    x: dict[str, Any] = inputs(graph)
    torch._dynamo.reset()
    compiled = torch.compile(model, backend=backend)
    found = []
    for call in (model, compiled):
        logits = call(x, applied)
        parameters = [p for p in model.parameters() if p.requires_grad]
        found.append([logits, *torch.autograd.grad((logits**2).sum(), parameters)])
    for one, other in zip(*found, strict=True):
        torch.testing.assert_close(one, other, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("kind", ["dense", "sparse"])
def test_autocast_agrees_within_its_precision_and_trains(kind: str, engine: str) -> None:
    graph, model = bibliography(), network()
    applied = operators(graph, engine)
    x: dict[str, Any] = inputs(graph)
    if kind == "sparse":
        x |= {"paper": SparseMatrix(torch.relu(x["paper"]).numpy())}
    exact = model(x, applied)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        found = model(x, applied)
        loss = nn.functional.cross_entropy(found, torch.arange(120) % 3)
    torch.testing.assert_close(found.float(), exact, rtol=0.05, atol=0.05)
    loss.backward()
    assert all(p.grad is None or torch.isfinite(p.grad).all() for p in model.parameters())
    assert any(p.grad is not None and p.grad.any() for p in model.parameters())


def test_motif_layers_train_beside_those_of_pyg() -> None:
    geometric = pytest.importorskip("torch_geometric.nn")
    graph = bibliography()
    motif = Motif.parse(MOTIFS[1])

    class Beside(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.motif = MotifConv(motif, WIDTHS, 8)
            self.gcn = geometric.GCNConv(5, 8)
            self.attention = MotifAttention(2, 8)
            self.out = nn.Linear(8, 3)

        def forward(self, x: Any, applied: Any, edges: torch.Tensor) -> torch.Tensor:
            units = [self.motif(x, applied), self.gcn(x["paper"], edges)]
            return self.out(self.attention([torch.relu(unit) for unit in units])[0])

    shared = graph.adjacency["paper", "by", "author"].astype(np.int64)
    edges = torch.tensor(np.stack((shared @ shared.T).nonzero()), dtype=torch.int64)
    torch.manual_seed(0)
    model, y = Beside(), torch.tensor(graph.labels["paper"].y)
    optimiser = torch.optim.Adam(model.parameters(), lr=0.05)
    losses = []
    for _ in range(5):
        optimiser.zero_grad()
        loss = nn.functional.cross_entropy(model(inputs(graph), operator(graph, motif), edges), y)
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    assert losses[-1] < losses[0]
    assert all(p.grad is not None and p.grad.any() for p in model.parameters())


def test_inputs_of_any_kind_may_stand_side_by_side() -> None:
    graph = bibliography()
    model = MotifCNN(ALL, {"paper": 5, "author": 60, "venue": 9}, 3, hidden=(6, 4)).eval()
    words = torch.relu(inputs(graph)["paper"])
    mixed = {"paper": SparseMatrix(words.numpy()), "author": OneHot(60), "venue": torch.eye(9)}
    plain = {"paper": words, "author": torch.eye(60), "venue": torch.eye(9)}
    torch.testing.assert_close(model(mixed, operators(graph)), model(plain, operators(graph)))


def test_texts_are_taken_as_motifs() -> None:
    text = "(t:paper)--(c:author)"
    assert MotifCNN([text], {"paper": 3, "author": 3}, 2, hidden=(2,)).motifs == (
        Motif.parse(text),
    )
