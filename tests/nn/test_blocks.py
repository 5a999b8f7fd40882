"""Views of factored operators are those of their tensors, whether rows are cut out or all are multiplied."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch
from motifcnn.nn.constants import Constants
from motifcnn.nn.factored import WholeRole
from motifcnn.nn.model import MotifCNN
from motifcnn.nn.neighbours import AllNeighbours
from motifcnn.nn.presets import Config
from motifcnn.nn.view import make_view

from motifcnn.motif.motif import Motif
from motifcnn.nn import neighbours as module_of_neighbours
from motifcnn.nn.inputs import feed, fit_inputs
from motifcnn.nn.layerwise import layerwise_logits
from motifcnn.tensor.operator import operator
from tests.small_graphs import MOTIFS, bibliography

ALL = [
    Motif.parse(text)
    for text in (*MOTIFS, "(t:author)--(p:paper)--(c:author)", "(t:author)--(c:paper)")
]
DENSE = replace(Config(), featureless="structure", structure=4, filters=(5,))
SPARSE = Config(filters=(5,))
ROWS = np.array([2, 3, 50, 119])


def gradients(model: MotifCNN, view: object) -> tuple[torch.Tensor, list[torch.Tensor]]:
    logits = model(view)
    return logits.detach(), list(
        torch.autograd.grad((logits**2).sum(), list(model.parameters()), allow_unused=True)
    )


@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize("config", [DENSE, SPARSE], ids=["dense", "one-hot"])
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_factored_views_have_the_logits_and_gradients_of_tensors(
    monkeypatch: pytest.MonkeyPatch, config: Config, depth: int, whole: bool
) -> None:
    monkeypatch.setattr(module_of_neighbours, "whole_is_cheaper", lambda role, rows: whole)
    config = replace(config, filters=(5,) * depth, dropout=0.0)
    graph = bibliography()
    inputs = fit_inputs(graph, config)
    blocks = feed(graph, inputs, config)
    torch.manual_seed(0)
    model = MotifCNN(ALL, "paper", inputs.widths, 3, config)
    found = []
    for engine in ("materialised", "factored"):
        operators = [operator(graph, motif, engine=engine) for motif in ALL]  # type: ignore[arg-type]
        for constants, neighbours in (
            (None, None),
            (Constants(), None),
            (Constants(), AllNeighbours(operators)),
        ):
            view = make_view(
                operators, blocks, "paper", ROWS, depth, neighbours=neighbours, constants=constants
            )
            found.append(gradients(model, view))
        if engine == "factored" and depth > 1:
            assert (
                any(isinstance(role, WholeRole) for role in view.deeper[-1].roles.values()) == whole
            )
    for logits, slopes in found[1:]:
        torch.testing.assert_close(logits, found[0][0], rtol=1e-4, atol=1e-5)
        for one, other in zip(slopes, found[0][1], strict=True):
            assert (one is None) == (other is None)
            if one is not None:
                torch.testing.assert_close(one, other, rtol=1e-3, atol=1e-4)


@pytest.mark.parametrize("engine", ["materialised", "factored"])
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_layer_by_layer_gives_the_logits_of_one_view_of_all(engine: str, depth: int) -> None:
    config = replace(DENSE, filters=(6,) * depth, dense=(4,))
    graph = bibliography()
    inputs = fit_inputs(graph, config)
    blocks = feed(graph, inputs, config)
    model = MotifCNN(ALL, "paper", inputs.widths, 3, config).eval()
    operators = [operator(graph, motif, engine=engine) for motif in ALL]  # type: ignore[arg-type]
    with torch.no_grad():
        expected = model(make_view(operators, blocks, "paper", np.arange(120), depth))
    found = layerwise_logits(
        model, operators, blocks, graph.counts, rows_at_once=50, device=torch.device("cpu")
    )
    torch.testing.assert_close(found, expected, rtol=1e-4, atol=1e-5)


def test_constants_that_do_not_fit_are_not_kept() -> None:
    graph = bibliography()
    role = operator(graph, ALL[1]).roles[0]
    x = np.ones((role.shape[1], 3), np.float32)
    assert Constants(memory_limit=100).product(role, x) is None
    kept = Constants(memory_limit=4 * role.shape[0] * 3)
    product = kept.product(role, x)
    assert product is kept.product(role, x)
    assert kept.product(role, x.copy()) is None
    np.testing.assert_allclose(product, role.matrix @ x, rtol=1e-6)


def test_a_view_of_rows_of_a_factored_operator_never_writes_it_out() -> None:
    graph = bibliography()
    operators = [operator(graph, motif, engine="factored") for motif in ALL]
    inputs = fit_inputs(graph, DENSE)
    make_view(
        operators, feed(graph, inputs, DENSE), "paper", np.arange(120), 3, constants=Constants()
    )
    assert all("matrix" not in vars(role) for found in operators for role in found.roles)


def test_rows_in_any_order_get_their_own_logits() -> None:
    graph = bibliography()
    config = replace(SPARSE, filters=(5, 4), dropout=0.0)
    inputs = fit_inputs(graph, config)
    operators, blocks = [operator(graph, motif) for motif in ALL], feed(graph, inputs, config)
    model = MotifCNN(ALL, "paper", inputs.widths, 3, config).train(False)
    order = np.random.default_rng(0).permutation(graph.counts["paper"])
    logits = [
        model(make_view(operators, blocks, "paper", rows, 2, torch.device("cpu")))
        for rows in (np.arange(len(order)), order)
    ]
    torch.testing.assert_close(logits[1], logits[0][torch.as_tensor(order)])
