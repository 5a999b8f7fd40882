"""Where training runs, and with which random numbers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import torch

from motifcnn.nn.settings import ConfigError


def find_device(name: str) -> torch.device:
    """The device of that name; "auto" is a GPU if there is one.

    Examples
    --------
    >>> find_device("cpu")
    device(type='cpu')
    """
    if name == "auto":
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    try:
        found = torch.device(name)
    except RuntimeError as error:
        raise ConfigError(f"device {name!r} is unknown; write auto, cpu or cuda") from error
    if found.type == "cuda" and not torch.cuda.is_available():
        raise ConfigError(
            f"device {name!r}: torch finds no GPU here; write cpu, or auto to take one where there "
            "is one"
        )
    return found


@contextmanager
def repeatable(seed: int, device: torch.device) -> Iterator[None]:
    """Random numbers from `seed` inside, the caller's own left alone.

    On a GPU only deterministic algorithms as well; all that is used on the CPU is deterministic.
    """
    before = torch.are_deterministic_algorithms_enabled()
    warn_only = torch.is_deterministic_algorithms_warn_only_enabled()
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        if device.type == "cpu":
            yield
            return
        torch.use_deterministic_algorithms(True, warn_only=True)
        try:
            yield
        finally:
            torch.use_deterministic_algorithms(before, warn_only=warn_only)
