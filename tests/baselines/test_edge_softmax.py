"""Compiled attention equals its definition, and its gradient is one."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from scipy import sparse

from motifcnn.baselines import edge_softmax
from motifcnn.baselines.edge_softmax import Links, attend, attend_by_definition

SHAPES = [(3, 2), (8, 8), (1, 10), (5, 17)]


def case(heads: int, width: int, n: int = 7, m: int = 9) -> tuple[Links, list[torch.Tensor]]:
    rng = np.random.default_rng(0)
    pattern = rng.random((n, m)) < 0.5
    pattern[2] = False
    pattern[3] = True
    shapes = (m, heads * width), (heads, width), (heads, width)
    own = np.array([1, 0, 2, 3, 8, 3, 5])
    return Links(sparse.csr_array(pattern), own), [
        torch.tensor(rng.normal(size=shape), requires_grad=True) for shape in shapes
    ]


@pytest.mark.parametrize(("heads", "width"), SHAPES)
def test_values_and_gradients_equal_the_definition(heads: int, width: int) -> None:
    links, arguments = case(heads, width)
    one, two = attend(links, *arguments), attend_by_definition(links, *arguments)
    torch.testing.assert_close(one, two)
    weight = torch.tensor(np.random.default_rng(1).normal(size=tuple(one.shape)))
    for a, b in zip(
        *(torch.autograd.grad((out * weight).sum(), arguments) for out in (one, two)), strict=True
    ):
        torch.testing.assert_close(a, b)


@pytest.mark.parametrize(("heads", "width"), SHAPES)
def test_gradients_hold_with_dropout_and_a_row_without_links(heads: int, width: int) -> None:
    links, arguments = case(heads, width)
    assert torch.autograd.gradcheck(
        lambda z, a, b: attend(links, z, a, b, drop=0.4, seed=5), arguments, fast_mode=True
    )
    assert not attend(links, *arguments)[2].any()


def test_single_precision_equals_the_definition() -> None:
    links, arguments = case(8, 8)
    single = [argument.detach().float() for argument in arguments]
    torch.testing.assert_close(
        attend(links, *single), attend_by_definition(links, *single), rtol=1e-4, atol=1e-5
    )


def test_logits_that_are_far_apart_do_not_vanish() -> None:
    links = Links(sparse.csr_array(np.array([[1, 1, 0], [0, 1, 1]])), np.array([0, 1]))
    z = torch.tensor([[0.0], [200.0], [400.0]])
    out = attend(links, z, torch.zeros(1, 1), torch.ones(1, 1))
    assert out.tolist() == [[200.0], [400.0]]
    out = attend(
        Links(sparse.csr_array(np.array([[1, 0, 0]])), np.array([0])),
        z + 1,
        torch.ones(1, 1),
        torch.ones(1, 1),
    )
    assert out.tolist() == [[1.0]]


def test_nothing_is_written_out_per_link_and_column(monkeypatch: pytest.MonkeyPatch) -> None:
    links, arguments = case(8, 8)

    def refuse(*_: object) -> torch.Tensor:
        raise AssertionError("the definition was used")

    monkeypatch.setattr(edge_softmax, "attend_by_definition", refuse)
    assert attend(links, *arguments, drop=0.5, seed=1).shape == (7, 64)


def test_dropout_keeps_the_mean_and_depends_on_the_seed() -> None:
    links = Links(sparse.csr_array(np.ones((1, 20000))), np.zeros(1, np.int64))
    for heads in (1, 5):
        z, zeros = torch.ones(20000, heads), torch.zeros(heads, 1)
        one, again, other = (
            attend(links, z, zeros, zeros, drop=0.6, seed=seed) for seed in (1, 1, 2)
        )
        assert (one - 1).abs().max() < 0.05
        assert torch.equal(one, again)
        assert not torch.equal(one, other)
        assert len(one.unique()) == heads
