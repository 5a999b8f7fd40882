"""Logistic regression has one layer."""

from __future__ import annotations

from motifcnn.train import fit
from tests.small_graphs import bibliography


def test_the_only_weights_are_one_matrix_and_a_bias() -> None:
    run = fit(bibliography(), model="logistic", split=(0.4, 0.2, 0.4), epochs=2)
    assert {name: value.shape for name, value in run.weights.items()} == {
        "bias": (3,),
        "first.0": (30, 3),
    }
