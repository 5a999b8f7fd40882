"""Attention equals its formula, node by node."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from motifcnn.nn.attention import MotifAttention
from motifcnn.nn.settings import ConfigError


def by_hand(
    units: np.ndarray, z: np.ndarray, scale: float, bias: np.ndarray, present: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Loops over nodes and heads: units (motifs, n, F), z (motifs, F, heads)."""
    motifs, n, channels = units.shape
    heads = z.shape[2]
    h, alpha = np.zeros((n, heads * channels)), np.zeros((n, motifs))
    for i in range(n):
        counted = [m for m in range(motifs) if present[i, m]] or list(range(motifs))
        for head in range(heads):
            e = {m: scale * float(z[m, :, head] @ units[m, i]) + bias[m, head] for m in counted}
            total = sum(np.exp(value) for value in e.values())
            for m in counted:
                weight = np.exp(e[m]) / total
                alpha[i, m] += weight / heads
                h[i, head * channels : (head + 1) * channels] += weight * units[m, i]
    return h, alpha


@pytest.mark.parametrize("mask", [False, True])
@pytest.mark.parametrize("bias", [False, True])
@pytest.mark.parametrize("heads", [1, 3])
@pytest.mark.parametrize("scaled", [False, True])
@pytest.mark.parametrize("shared", [False, True])
def test_vectors_and_weights_equal_the_formula_node_by_node(
    shared: bool, scaled: bool, heads: int, bias: bool, mask: bool
) -> None:
    torch.manual_seed(0)
    units = [torch.randn(6, 4) for _ in range(3)]
    options = {"shared": shared, "scaled": scaled, "heads": heads, "bias": bias}
    attention = MotifAttention(3, 4, **options)
    if attention.bias is not None:
        torch.nn.init.normal_(attention.bias)
    present = torch.rand(6, 3) < 0.5
    present[0], present[1] = False, True
    found, weights = attention(units, present if mask else None)
    z = attention.z.detach().numpy()
    assert z.shape == (1 if shared else 3, 4, heads)
    own_bias = np.zeros((3, heads)) if attention.bias is None else attention.bias.detach().numpy()
    h, alpha = by_hand(
        np.stack([u.numpy() for u in units]),
        np.broadcast_to(z, (3, 4, heads)),
        0.5 if scaled else 1.0,
        own_bias,
        present.numpy() if mask else np.ones((6, 3), bool),
    )
    assert found.shape == (6, attention.out_channels) == (6, 4 * heads)
    np.testing.assert_allclose(found.detach(), h, rtol=1e-4, atol=1e-6)
    np.testing.assert_allclose(weights.detach(), alpha, rtol=1e-4, atol=1e-6)


def test_a_node_without_any_motif_has_the_weights_that_no_mask_gives() -> None:
    units = [torch.zeros(2, 4) for _ in range(3)]  # as a node without instances and inputs has them
    present = torch.tensor([[False, False, False], [True, False, True]])
    _, weights = MotifAttention(3, 4)(units, present)
    torch.testing.assert_close(weights, torch.tensor([[1 / 3] * 3, [0.5, 0.0, 0.5]]))


def test_weights_of_a_node_sum_to_one_and_large_scores_do_not_overflow() -> None:
    units = [torch.full((2, 1), 1000.0), torch.ones(2, 1)]
    attention = MotifAttention(2, 1)
    torch.nn.init.ones_(attention.z)
    found, weights = attention(units)
    assert weights.tolist() == [[1.0, 0.0], [1.0, 0.0]]
    assert found.tolist() == [[1000.0], [1000.0]]


@pytest.mark.parametrize("mask", [False, True])
def test_gradients_pass_gradcheck(mask: bool) -> None:
    torch.manual_seed(0)
    attention = MotifAttention(3, 2, heads=2, bias=True).double()
    present = torch.tensor([[True, False, True], [False, False, False]]) if mask else None
    units = [torch.randn(2, 2, dtype=torch.float64, requires_grad=True) for _ in range(3)]
    parameters = [p.detach().clone().requires_grad_() for p in attention.parameters()]
    names = [name for name, _ in attention.named_parameters()]

    def of(*given: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        state = dict(zip(names, given[3:], strict=True))
        return torch.func.functional_call(attention, state, (given[:3], present))

    assert torch.autograd.gradcheck(of, (*units, *parameters))


def test_units_are_one_per_motif() -> None:
    with pytest.raises(ConfigError, match="one per motif, 2, got 1"):
        MotifAttention(2, 4)([torch.ones(3, 4)])
