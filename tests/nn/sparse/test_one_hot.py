"""One-hot rows multiply as the identity that they stand for."""

from __future__ import annotations

import pytest
import torch

from motifcnn.nn.sparse.one_hot import OneHot


def test_a_product_is_the_weight_itself() -> None:
    weight = torch.randn(5, 3)
    assert OneHot(5).shape == (5, 5)
    assert OneHot(5) @ weight is weight


def test_dropout_leaves_out_whole_rows_and_scales_the_others() -> None:
    torch.manual_seed(0)
    weight = torch.randn(400, 3, requires_grad=True)
    dropped = OneHot(400).dropped(0.25)
    assert dropped.shape == (400, 400)
    found = dropped @ weight
    kept = (found != 0).any(dim=1)
    assert 0.65 < kept.float().mean() < 0.85
    torch.testing.assert_close(found[kept], weight[kept] / 0.75)
    (gradient,) = torch.autograd.grad(found.sum(), weight)
    torch.testing.assert_close(gradient, (kept.float() / 0.75)[:, None].expand(-1, 3))


@pytest.mark.parametrize("kind", [torch.float64, torch.bfloat16])
def test_the_result_has_the_type_of_the_weight(kind: torch.dtype) -> None:
    assert (OneHot(4).dropped(0.5) @ torch.ones(4, 2, dtype=kind)).dtype == kind


def test_the_mean_of_many_drops_is_the_identity() -> None:
    torch.manual_seed(0)
    mean = sum(OneHot(6).dropped(0.5).diagonal for _ in range(2000)) / 2000
    torch.testing.assert_close(mean, torch.ones(6, 1), rtol=0, atol=0.12)
