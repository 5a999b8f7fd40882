"""Joined slices equal the sum of dense products, whichever product comes first."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from scipy import sparse

from motifcnn.baselines.joined_slices import Joined, Reading

OUTS, INS = (4, 0, 3), (5, 6, 3)


def case(d: int, out: int) -> tuple[Joined, list[torch.Tensor], torch.Tensor]:
    """Two types that come out, three that go in; weight 2 is used twice, 3 never. Also the tensor (weights, n, m)."""
    rng = np.random.default_rng(0)
    dense, readings = torch.zeros(4, sum(OUTS), sum(INS), dtype=torch.float64), []
    for reader, read, weight in ((0, 0, 0), (2, 2, 0), (0, 1, 1), (2, 1, 2), (0, 2, 2), (2, 0, 3)):
        part = (
            rng.random((OUTS[reader], INS[read]))
            * (rng.random((OUTS[reader], INS[read])) < 0.6)
            * (weight != 3)
        )
        readings.append(Reading(reader, read, weight, sparse.csr_array(part)))
        i, j = sum(OUTS[:reader]), sum(INS[:read])
        dense[weight, i : i + OUTS[reader], j : j + INS[read]] += torch.tensor(part)
    shapes = (sum(INS), d), (out,), *[(d, out)] * 4
    return (
        Joined(readings, OUTS, INS),
        [torch.tensor(rng.normal(size=s), requires_grad=True) for s in shapes],
        dense,
    )


@pytest.mark.parametrize(("d", "out", "links_first"), [(7, 2, False), (2, 20, True)])
def test_values_and_gradients_equal_dense_products(d: int, out: int, links_first: bool) -> None:
    joined, arguments, dense = case(d, out)
    h, bias, *weights = arguments
    assert joined.links_first(d, out) is links_first
    expected = bias + sum(a @ h @ w for a, w in zip(dense, weights, strict=True))
    torch.testing.assert_close(joined.times(h, weights, bias), expected)
    torch.testing.assert_close(joined.by_definition(h, weights, bias), expected)
    weight = torch.tensor(np.random.default_rng(1).normal(size=tuple(expected.shape)))
    found = torch.autograd.grad((joined.times(h, weights, bias) * weight).sum(), arguments[:-1])
    for a, b in zip(
        found, torch.autograd.grad((expected * weight).sum(), arguments[:-1]), strict=True
    ):
        torch.testing.assert_close(a, b)


@pytest.mark.parametrize(("d", "out"), [(5, 2), (2, 20)])
def test_gradients_hold(d: int, out: int) -> None:
    joined, arguments, _ = case(d, out)
    assert torch.autograd.gradcheck(
        lambda h, b, *w: joined.times(h, [*w, arguments[-1]], b), arguments[:-1]
    )


def test_a_type_that_reads_nothing_gets_the_bias() -> None:
    joined = Joined([Reading(0, 0, 0, sparse.csr_array(np.zeros((2, 3))))], (2,), (3,))
    assert joined.times(
        torch.ones(3, 1), [torch.ones(1, 2)], torch.tensor([4.0, 5.0])
    ).tolist() == [[4, 5], [4, 5]]
