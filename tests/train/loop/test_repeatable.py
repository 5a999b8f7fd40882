"""The same random numbers inside, and the caller's own outside."""

from __future__ import annotations

import pytest
import torch

from motifcnn.train.loop.repeatable import repeatable

CPU = torch.device("cpu")


def drawn(seed: int) -> torch.Tensor:
    with repeatable(seed, CPU):
        return torch.rand(4)


def test_the_seed_decides_what_is_drawn() -> None:
    assert torch.equal(drawn(3), drawn(3))
    assert not torch.equal(drawn(3), drawn(4))


def test_random_numbers_outside_go_on_as_if_nothing_was_drawn() -> None:
    torch.manual_seed(0)
    expected = torch.rand(5)
    torch.manual_seed(0)
    first = torch.rand(2)
    drawn(7)
    with pytest.raises(KeyError), repeatable(7, CPU):
        torch.rand(3)
        raise KeyError
    assert torch.equal(torch.cat([first, torch.rand(3)]), expected)


def test_deterministic_algorithms_are_asked_for_on_other_devices_alone_and_inside() -> None:
    assert not torch.are_deterministic_algorithms_enabled()
    with repeatable(0, CPU):
        assert not torch.are_deterministic_algorithms_enabled()
    with pytest.raises(KeyError), repeatable(0, torch.device("cuda")):
        assert torch.are_deterministic_algorithms_enabled()
        raise KeyError
    assert not torch.are_deterministic_algorithms_enabled()
