"""Attention equals its formula."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch

from motifcnn.nn.attention import MotifAttention


@pytest.mark.parametrize("kind", ["per-motif", "shared", "shared-unscaled"])
def test_weights_equal_the_formula_node_by_node(kind: str) -> None:
    units = torch.randn(5, 3, 4)
    attention = MotifAttention(3, 4, kind)  # type: ignore[arg-type]
    found = attention(units).detach().numpy()
    z = attention.z.detach().numpy()
    for i in range(5):
        e = [float(z[k if kind == "per-motif" else 0] @ units[i, k].numpy()) for k in range(3)]
        e = [value / (1 if kind == "shared-unscaled" else math.sqrt(4)) for value in e]
        expected = np.exp(e) / np.exp(e).sum()
        np.testing.assert_allclose(found[i], expected, rtol=1e-5)


def test_gradient_passes_gradcheck() -> None:
    attention = MotifAttention(3, 4).double()
    assert torch.autograd.gradcheck(
        attention, torch.randn(2, 3, 4, dtype=torch.float64, requires_grad=True)
    )
