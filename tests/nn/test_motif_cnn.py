"""The network does not care how nodes are numbered, and computes only what it must."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
import torch
from motifcnn.nn.model import MotifCNN
from motifcnn.nn.presets import Config, preset
from motifcnn.nn.view import make_view

from motifcnn.graph.graph import Graph
from motifcnn.motif.motif import Motif
from motifcnn.nn.inputs import feed, fit_inputs
from motifcnn.tensor.operator import operator
from tests.small_graphs import MOTIFS, bibliography

ALL = [Motif.parse(text) for text in (*MOTIFS, "(t:author)--(c:paper)")]


def logits(
    graph: Graph, config: Config, rows: np.ndarray, state: dict | None = None
) -> tuple[torch.Tensor, dict]:
    inputs = fit_inputs(graph, config)
    model = MotifCNN(ALL, "paper", inputs.widths, 3, config).eval()
    if state is not None:
        model.load_state_dict(state)
    operators = [operator(graph, motif, config.normaliser) for motif in ALL]
    view = make_view(operators, feed(graph, inputs, config), "paper", rows, len(config.filters))
    with torch.no_grad():
        return model(view), model.state_dict()


def permuted(graph: Graph, order: dict[str, np.ndarray]) -> Graph:
    adjacency = {
        key: matrix[order[key[0]]][:, order[key[2]]] for key, matrix in graph.adjacency.items()
    }
    return Graph(
        graph.schema,
        adjacency,
        graph.counts,
        features={t: x[order[t]] for t, x in graph.features.items()},
    )


@pytest.mark.parametrize("name", ["preprint", "asonam", "code", "default"])
def test_permuting_nodes_permutes_predictions(name: str) -> None:
    # Inputs that do not depend on which node is which: one-hot columns would have to be permuted as
    # well.
    config = replace(preset(name), featureless="none", borrow=True, project=0)
    graph, rng = bibliography(), np.random.default_rng(1)
    order = {t: rng.permutation(n) for t, n in graph.counts.items()}
    rows = np.arange(graph.counts["paper"])
    torch.manual_seed(0)
    before, state = logits(graph, config, rows)
    after, _ = logits(permuted(graph, order), config, rows, state)
    torch.testing.assert_close(after, before[torch.as_tensor(order["paper"])], rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("name", ["preprint", "asonam", "code", "default"])
def test_rows_computed_alone_are_those_of_the_whole_graph(name: str) -> None:
    graph, config = bibliography(), preset(name)
    torch.manual_seed(0)
    whole, state = logits(graph, config, np.arange(graph.counts["paper"]))
    some = np.array([3, 17, 18, 90])
    alone, _ = logits(graph, config, some, state)
    torch.testing.assert_close(alone, whole[torch.as_tensor(some)], rtol=1e-4, atol=1e-5)


def test_a_deep_view_of_few_rows_is_smaller_than_the_graph() -> None:
    graph, config = bibliography(400), preset("asonam")
    inputs = fit_inputs(graph, config)
    motifs = [Motif.parse("(t:paper)--(c:author)"), Motif.parse("(t:author)--(c:paper)")]
    operators = [operator(graph, motif) for motif in motifs]
    view = make_view(operators, feed(graph, inputs, config), "paper", np.array([5]), 2)
    seen = view.first["author"][0].itself[0].matrix.shape[0]
    assert seen == graph.adjacency["paper", "by", "author"][[5]].nnz
    assert seen < graph.counts["author"]


def test_the_whole_network_passes_gradcheck() -> None:
    graph, config = (
        bibliography(20, width=4),
        replace(preset("asonam"), filters=(3, 2), dropout=0.0, activation="elu"),
    )
    inputs = fit_inputs(graph, config)
    torch.manual_seed(0)
    model = MotifCNN(ALL, "paper", inputs.widths, 2, config).double().eval()
    operators = [operator(graph, motif) for motif in ALL]
    view = make_view(operators, feed(graph, inputs, config), "paper", np.arange(6), 2)
    names = ["layers.0.0.convs.1.w.0.0", "layers.1.0.combine.attention.z"]
    parameters = dict(model.named_parameters())

    def of(*values: torch.Tensor) -> torch.Tensor:
        return torch.func.functional_call(model, dict(zip(names, values, strict=True)), (view,))

    chosen = tuple(parameters[name].detach().clone().requires_grad_() for name in names)
    assert torch.autograd.gradcheck(of, chosen)


def test_one_row_alone_can_be_normalised_in_training() -> None:
    config = Config(filters=(4,), batch_norm=True, dropout=0.0)
    model = MotifCNN([], "paper", {"paper": (3,)}, classes=2, config=config).train(True)
    norm = model.layers[0][0].norms[0]
    x = torch.randn(1, 4)
    torch.testing.assert_close(
        norm(x), x / math.sqrt(1 + norm.eps)
    )  # mean 0 and deviation 1, as it began
