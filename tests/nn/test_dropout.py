"""Dropout by hash is dropout."""

from __future__ import annotations

import pytest
import torch

from motifcnn.nn.dropout import dropout


def test_share_of_zeros_and_scale_of_the_rest() -> None:
    dropped = dropout(torch.ones(200, 500), 0.25, seed=1)
    assert sorted(dropped.unique().tolist()) == pytest.approx([0, 4 / 3])
    assert (dropped == 0).float().mean().item() == pytest.approx(0.25, abs=0.01)


def test_rows_and_columns_are_dropped_evenly() -> None:
    dropped = dropout(torch.ones(400, 400), 0.5, seed=7) == 0
    for mean in (dropped.float().mean(0), dropped.float().mean(1)):
        assert mean.min() > 0.38
        assert mean.max() < 0.62


def test_gradient_passes_gradcheck() -> None:
    x = torch.randn(6, 5, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(lambda d: dropout(d, 0.5, 3), x)


def test_nothing_is_dropped_at_zero() -> None:
    x = torch.randn(3, 3)
    assert dropout(x, 0.0, seed=1) is x
