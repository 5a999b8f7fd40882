"""Compiled attention equals its definition, and its gradient is one."""

from __future__ import annotations

import numpy as np
import torch
from scipy import sparse

from motifcnn.baselines.edge_softmax import Links, attend, attend_by_definition


def case(n: int = 7, m: int = 9, heads: int = 3, width: int = 2) -> tuple[Links, list[torch.Tensor]]:
    rng = np.random.default_rng(0)
    pattern = rng.random((n, m)) < 0.5
    pattern[2] = False
    pattern[3] = True
    shapes = (m, heads * width), (n, heads), (m, heads)
    return Links(sparse.csr_array(pattern)), [torch.tensor(rng.normal(size=shape), requires_grad=True) for shape in shapes]


def test_values_and_gradients_equal_the_definition() -> None:
    links, arguments = case()
    one, two = attend(links, *arguments), attend_by_definition(links, *arguments)
    torch.testing.assert_close(one, two)
    weight = torch.tensor(np.random.default_rng(1).normal(size=tuple(one.shape)))
    for a, b in zip(*(torch.autograd.grad((out * weight).sum(), arguments) for out in (one, two)), strict=True):
        torch.testing.assert_close(a, b)


def test_gradients_hold_with_dropout_and_a_row_without_links() -> None:
    links, arguments = case()
    assert torch.autograd.gradcheck(lambda z, s, t: attend(links, z, s, t, drop=0.4, seed=5), arguments)
    assert not attend(links, *arguments)[2].any()


def test_dropout_keeps_the_mean_and_depends_on_the_seed() -> None:
    links = Links(sparse.csr_array(np.ones((1, 20000))))
    z, s, t = torch.ones(20000, 1), torch.zeros(1, 1), torch.zeros(20000, 1)
    one, again, other = (attend(links, z, s, t, drop=0.6, seed=seed) for seed in (1, 1, 2))
    assert abs(float(one) - 1) < 0.05
    assert torch.equal(one, again)
    assert not torch.equal(one, other)
