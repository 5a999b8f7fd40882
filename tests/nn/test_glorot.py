"""Initial weights are spread as Glorot says."""

from __future__ import annotations

import math

import torch

from motifcnn.nn.glorot import glorot


def test_weights_are_uniform_within_the_bound() -> None:
    torch.manual_seed(0)
    weight, bound = glorot(300, 100), math.sqrt(6 / 400)
    assert weight.shape == (300, 100)
    assert weight.requires_grad
    assert weight.abs().max() <= bound
    assert weight.abs().max() > 0.999 * bound
    assert abs(weight.mean().item()) < 0.01 * bound
    # The deviation of a uniform distribution is its bound over the root of three.
    assert abs(weight.std().item() * math.sqrt(3) / bound - 1) < 0.02


def test_nothing_to_read_is_a_weight_without_rows() -> None:
    assert glorot(0, 4).shape == (0, 4)
