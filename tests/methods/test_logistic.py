"""Logistic regression has one layer, and is as good as scikit-learn's."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

from motifcnn.graph import read_graph
from motifcnn.train import fit, random_split
from tests.small_graphs import bibliography


def test_the_only_weights_are_one_matrix_and_a_bias() -> None:
    run = fit(bibliography(), model="logistic", split=(0.4, 0.2, 0.4), epochs=2)
    assert {name: value.shape for name, value in run.weights.items()} == {
        "bias": (3,),
        "first": (30, 3),
    }


def test_no_seed_stops_at_an_early_peak_of_f1(data_folder: Path) -> None:
    graph = read_graph(data_folder / "cora")
    for seed in (0, 4, 8):  # by F1, the last two stop after 44 epochs at 0.46 and 0.47
        run = fit(graph, model="logistic", split="public", seed=seed)
        assert run.test.accuracy == pytest.approx(0.586, abs=0.01)


def test_it_is_as_good_as_that_of_scikit_learn() -> None:
    graph = bibliography(400)
    split = random_split(graph, fractions=(0.4, 0.2, 0.4))
    x, y = graph.features["paper"], graph.labels["paper"].y
    x = x / np.maximum(np.linalg.norm(x, axis=1, keepdims=True), 1e-12)
    theirs = (
        LogisticRegression(C=10.0, max_iter=500)
        .fit(x[split.train], y[split.train])
        .score(x[split.test], y[split.test])
    )
    found = fit(graph, model="logistic", split=split).test.accuracy
    assert found == pytest.approx(theirs, abs=0.06)
