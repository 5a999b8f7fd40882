"""Where training runs, and with which random numbers."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import torch

from motifcnn.nn.settings import ConfigError

_turns = threading.RLock()
_forked = False  # whether this process is a forked child of one that had loaded this module


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

    torch has one random state per process. Dropout, and layers and methods of other packages, draw
    from it and take no generator, so blocks in several threads take turns: each waits until the one
    before it has ended, and draws what it draws alone. A block inside a block of the same thread
    does not wait. Other threads of the caller must not draw from torch's random state meanwhile;
    those that pass a `torch.Generator` of their own may.
    """
    leave_parent_threads()
    with _turns, torch.random.fork_rng():
        before = torch.are_deterministic_algorithms_enabled()
        warn_only = torch.is_deterministic_algorithms_warn_only_enabled()
        torch.manual_seed(seed)
        if device.type == "cpu":
            yield
            return
        torch.use_deterministic_algorithms(True, warn_only=True)
        try:
            yield
        finally:
            torch.use_deterministic_algorithms(before, warn_only=warn_only)


def leave_parent_threads() -> None:
    """In a forked child: computes in one thread from now on.

    A child has none of the OpenMP threads that its parent started, and would wait for them for
    ever. Children that are spawned have threads of their own.
    """
    if _forked:
        from threadpoolctl import threadpool_limits

        torch.set_num_threads(1)
        threadpool_limits(1, user_api="openmp")  # scikit-learn has another copy of OpenMP


def _begin_child() -> None:
    """Another thread of the parent may hold the lock, and no thread of the child ever will."""
    global _turns, _forked
    _turns, _forked = threading.RLock(), True


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_child)
