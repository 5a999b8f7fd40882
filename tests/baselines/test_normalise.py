"""Normalisation, ReLU and dropout in one step equal the three."""

from __future__ import annotations

import copy

import pytest
import torch
from torch import nn

from motifcnn.baselines.normalise import normalised
from motifcnn.nn.dropout import dropout


def case(n: int = 300, d: int = 21) -> tuple[torch.Tensor, nn.BatchNorm1d]:
    torch.manual_seed(0)
    norm = nn.BatchNorm1d(d).double()
    nn.init.uniform_(norm.weight, -1, 2)
    nn.init.normal_(norm.bias)
    return (torch.randn(n, d).double() * 3 + 10).requires_grad_(), norm


@pytest.mark.parametrize("drop", [0.0, 0.4])
def test_values_gradients_and_what_is_remembered_equal_torch(drop: float) -> None:
    x, norm = case()
    other = copy.deepcopy(norm)
    one, two = normalised(x, norm, drop, seed=7), dropout(torch.relu(other(x)), drop, 7)
    torch.testing.assert_close(one, two)
    weight = torch.randn(one.shape).double()
    found = torch.autograd.grad((one * weight).sum(), [x, *norm.parameters()])
    expected = torch.autograd.grad((two * weight).sum(), [x, *other.parameters()])
    for a, b in zip(found, expected, strict=True):
        torch.testing.assert_close(a, b)
    for (name, a), (_, b) in zip(norm.named_buffers(), other.named_buffers(), strict=True):
        torch.testing.assert_close(a, b, msg=name)


def test_gradients_hold() -> None:
    x, norm = case(6, 3)
    assert torch.autograd.gradcheck(lambda x: normalised(x, norm, 0.3, seed=2), [x])


@pytest.mark.parametrize("gradient", [True, False])
def test_prediction_uses_what_is_remembered(gradient: bool) -> None:
    x, norm = case()
    norm(x)
    norm.train(False)
    with torch.set_grad_enabled(gradient):
        torch.testing.assert_close(normalised(x, norm, 0.5, seed=1), torch.relu(norm(x)))


def test_single_precision_keeps_a_small_variance_beside_a_large_mean() -> None:
    x = 1000 + torch.arange(50, dtype=torch.float32)[:, None] / 50
    wide = x.double()
    expected = torch.relu((wide - wide.mean()) / torch.sqrt(wide.var(correction=0) + 1e-5))
    torch.testing.assert_close(
        normalised(x, nn.BatchNorm1d(1)).double(), expected, rtol=0, atol=2e-3
    )
