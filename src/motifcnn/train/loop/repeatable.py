"""repeatable: the same random numbers for the same seed, and the caller's own left alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import torch


@contextmanager
def repeatable(seed: int, device: torch.device) -> Iterator[None]:
    """Random numbers from `seed` inside; on a GPU only deterministic algorithms as well."""
    before = torch.are_deterministic_algorithms_enabled()
    warn_only = torch.is_deterministic_algorithms_warn_only_enabled()
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        if device.type == "cpu":  # all that is used there is deterministic
            yield
            return
        torch.use_deterministic_algorithms(True, warn_only=True)
        try:
            yield
        finally:
            torch.use_deterministic_algorithms(before, warn_only=warn_only)
