"""Layers that training and validation have in common give what views of their own give, and are computed once."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch

from motifcnn.motif.motif import Motif
from motifcnn.nn.inputs import feed, fit_inputs
from motifcnn.nn.joint import JointVectors
from motifcnn.nn.model import MotifCNN, TypeLayer
from motifcnn.nn.presets import preset
from motifcnn.nn.view import View, make_joint_views, make_view
from motifcnn.tensor.operator import operator
from tests.small_graphs import MOTIFS, bibliography

ALL = [
    Motif.parse(text)
    for text in (*MOTIFS, "(t:author)--(p:paper)--(c:author)", "(t:author)--(c:paper)")
]
TRAIN, VAL = np.arange(0, 120, 3), np.arange(1, 120, 3)


def made(
    name: str, motifs: list[Motif], train: np.ndarray, val: np.ndarray
) -> tuple[MotifCNN, list[View], list[View]]:
    """A model, joint views and views of their own."""
    graph, config = (
        bibliography(),
        replace(preset(name), filters=(9, 8, 7)[: len(preset(name).filters)]),
    )
    inputs = fit_inputs(graph, config)
    torch.manual_seed(0)
    model = MotifCNN(motifs, "paper", inputs.widths, 3, config)
    operators, blocks, depth = (
        [operator(graph, motif) for motif in motifs],
        feed(graph, inputs, config),
        len(config.filters),
    )
    joint = make_joint_views(
        operators, blocks, "paper", train, val, depth, model.joint_layers, torch.device("cpu")
    )
    return (
        model,
        list(joint),
        [make_view(operators, blocks, "paper", rows, depth) for rows in (train, val)],
    )


@pytest.mark.parametrize(("name", "layers"), [("preprint", 1), ("asonam", 1), ("code", 2)])
def test_layers_under_the_first_dropout_are_joint(name: str, layers: int) -> None:
    model, joint, _ = made(name, ALL, TRAIN, VAL)
    assert model.joint_layers == layers
    assert all(view.joint is not None and view.joint.layers == layers for view in joint)


@pytest.mark.parametrize("name", ["preprint", "asonam", "code"])
def test_steps_and_validation_in_turns_give_what_views_of_their_own_give(name: str) -> None:
    results = []
    for which in (0, 1):
        model, *views = made(name, ALL, TRAIN, VAL)
        train, val = views[which]
        optimiser, losses = torch.optim.Adam(model.parameters(), fused=True), []
        for _ in range(4):
            optimiser.zero_grad()
            loss = (model.train(True)(train) ** 2).mean()
            loss.backward()
            optimiser.step()
            with torch.no_grad():
                losses += [loss.item(), (model.train(False)(val) ** 2).mean().item()]
        results.append(losses)
    np.testing.assert_allclose(results[0], results[1], rtol=1e-4)


def test_joint_layers_are_computed_once_per_step(monkeypatch: pytest.MonkeyPatch) -> None:
    model, (train, val), _ = made("code", ALL, TRAIN, VAL)
    calls, forward = [], TypeLayer.forward
    monkeypatch.setattr(
        TypeLayer, "forward", lambda self, *given: calls.append(self) or forward(self, *given)
    )
    first = model.layers[0][0]
    optimiser = torch.optim.Adam(model.parameters(), fused=True)
    for _ in range(3):
        with torch.no_grad():
            model.train(False)(val)
        model.train(True)(train).sum().backward()
        optimiser.step()
    assert calls.count(first) == 3


def test_rows_that_see_little_in_common_have_views_of_their_own() -> None:
    motifs = [Motif.parse("(t:paper)--(c:author)"), Motif.parse("(t:author)--(c:paper)")]
    _, joint, _ = made("asonam", motifs, np.array([5]), np.arange(60, 120))
    assert all(view.joint is None for view in joint)


def test_vectors_are_computed_anew_when_weights_change_or_were_used() -> None:
    weight, kept, made = torch.nn.Parameter(torch.ones(2)), JointVectors(), []

    def vectors(*, training: bool) -> float:
        def compute() -> dict[str, torch.Tensor]:
            made.append(1)
            return {"x": weight * 2}

        return float(kept.vectors([weight], compute, training=training)["x"].sum().item())

    assert vectors(training=False) == vectors(training=False) == 4
    assert len(made) == 1
    with torch.no_grad():
        weight.add_(1)
    assert vectors(training=False) == 8
    assert len(made) == 2
    assert vectors(training=True) == 8
    assert len(made) == 2
    assert vectors(training=True) == 8
    assert len(made) == 3
