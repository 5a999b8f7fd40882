"""Devices by name, and random numbers by seed."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
import torch

from motifcnn.nn.settings import ConfigError
from motifcnn.train.device import find_device, repeatable

CPU = torch.device("cpu")


def test_auto_takes_a_gpu_where_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    for there, expected in ((True, "cuda"), (False, "cpu")):
        monkeypatch.setattr(torch.cuda, "is_available", lambda there=there: there)
        assert find_device("auto").type == expected
    assert find_device("cpu") == torch.device("cpu")


def test_an_unknown_name_or_a_missing_gpu_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ConfigError, match="device 'gpu' is unknown; write auto, cpu or cuda"):
        find_device("gpu")
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    with pytest.raises(ConfigError, match="device 'cuda:1': torch finds no GPU here"):
        find_device("cuda:1")


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


def test_blocks_in_several_threads_take_turns_and_draw_what_they_draw_alone() -> None:
    everyone = threading.Barrier(4)

    def parts(seed: int) -> torch.Tensor:
        everyone.wait(timeout=10)
        with repeatable(seed, CPU):
            return torch.cat([torch.rand(50) for _ in range(200)])

    torch.manual_seed(5)
    expected = torch.rand(3)
    torch.manual_seed(5)
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(parts, range(4)))
    assert torch.equal(torch.rand(3), expected), "the caller's numbers go on"
    for seed, drawn in enumerate(found):
        with repeatable(seed, CPU):
            assert torch.equal(drawn, torch.rand(10_000))


def test_a_block_inside_a_block_of_the_same_thread_does_not_wait() -> None:
    with repeatable(1, CPU):
        inner = drawn(2)
        outer = torch.rand(4)
    assert torch.equal(inner, drawn(2))
    assert torch.equal(outer, drawn(1))
