"""One pass over joined units gives what activation and combination give one after the other."""

from __future__ import annotations

import pytest
import torch

from motifcnn.nn.combine import CombineMotifs
from motifcnn.nn.joined_combine import activated, attended, mixed

ACTIVATIONS = {"relu": torch.relu, "elu": torch.nn.functional.elu}


@pytest.mark.parametrize("activation", ["relu", "elu"])
@pytest.mark.parametrize("attention", ["per-motif", "shared", "shared-unscaled"])
@pytest.mark.parametrize("how", ["attention", "weighted-sum", "mean", "concatenate"])
@pytest.mark.parametrize("motifs", [1, 3])
def test_vectors_weights_and_gradients_are_those_of_the_definition(
    how: str, attention: str, activation: str, motifs: int
) -> None:
    torch.manual_seed(0)
    combine = CombineMotifs(motifs, 20, how, attention).double()  # type: ignore[arg-type]
    units = torch.randn(50, motifs * 20, dtype=torch.float64, requires_grad=True)
    slope = torch.randn(50, combine.out_features, dtype=torch.float64)
    variables = [units, *combine.parameters()]
    found = []
    for vectors, weights in (
        combine.joined(units * 1, motifs, activation),
        combine([ACTIVATIONS[activation](part) for part in units.split(20, dim=1)]),
    ):
        slopes = torch.autograd.grad((vectors * slope).sum(), variables)
        found.append([vectors.detach(), weights.detach(), *slopes])
    for one, other in zip(*found, strict=True):
        torch.testing.assert_close(one, other, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("activation", ["relu", "elu"])
def test_gradients_pass_gradcheck(activation: str) -> None:
    torch.manual_seed(0)
    units = torch.randn(5, 6, dtype=torch.float64, requires_grad=True)
    z, weights = (
        torch.randn(3, 2, dtype=torch.float64, requires_grad=True),
        torch.randn(3, dtype=torch.float64, requires_grad=True),
    )
    assert torch.autograd.gradcheck(lambda x, y: attended(x * 1, y, 0.7, activation)[0], (units, z))
    assert torch.autograd.gradcheck(lambda x, y: mixed(x * 1, y, activation), (units, weights))


def test_large_scores_do_not_overflow() -> None:
    vectors, weights = attended(torch.tensor([[1000.0, 1.0]]), torch.ones(2, 1), 1.0, "relu")
    assert weights.tolist() == [[1.0, 0.0]]
    assert vectors.tolist() == [[1000.0]]


def test_activation_is_in_place() -> None:
    units = torch.tensor([[-1.0, 2.0]])
    assert activated(units, "relu") is units
    assert units.tolist() == [[0.0, 2.0]]
