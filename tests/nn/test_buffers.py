"""Large tensors take the memory of those that are gone, and of no others."""

from __future__ import annotations

import gc

import torch

from motifcnn.nn import buffers
from motifcnn.nn.buffers import empty

SHAPE = (5000, 1000)


def test_memory_is_used_again_only_when_nothing_shares_it() -> None:
    one = empty(SHAPE, torch.float32).fill_(1)
    place, part = one.data_ptr(), one[3:5]
    del one
    gc.collect()
    other = empty(SHAPE, torch.float32).fill_(2)
    assert other.data_ptr() != place
    assert (part == 1).all()
    del part
    gc.collect()
    assert empty(SHAPE, torch.float32).data_ptr() == place


def test_memory_that_a_gradient_needs_is_kept() -> None:
    x = torch.ones(SHAPE, requires_grad=True)
    factor = empty(SHAPE, torch.float32).fill_(3)
    y = (x * factor).sum()
    del factor
    gc.collect()
    empty(SHAPE, torch.float32).fill_(7)
    assert (torch.autograd.grad(y, x)[0] == 3).all()


def test_only_a_few_sizes_are_kept() -> None:
    for rows in range(5000, 5020):
        empty((rows, 1000), torch.float32)
    gc.collect()
    assert len(buffers._free) <= 4


def test_small_and_whole_numbers_are_as_torch_has_them() -> None:
    assert empty((2, 3), torch.float64).dtype == torch.float64
    assert empty(SHAPE, torch.int32).dtype == torch.int32


def test_released_memory_is_not_held_for_later() -> None:
    x = empty((5 << 20,), torch.float32)
    del x
    assert any(buffers._free.values())
    buffers.release()
    assert not buffers._free
