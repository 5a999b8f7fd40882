"""Buffers: large results in memory that was used before.

The C library gives arrays of more than 32 MB back to the system when they are freed, so each new
one is mapped page by page as it is written: that can take longer than what is written.
"""

from __future__ import annotations

import threading
import weakref
from typing import Any

import numpy as np
import torch

_LARGE = 1 << 24
# Of each size, and of sizes: what one epoch has in use at a time. Older sizes are let go.
_BLOCKS, _SIZES = 6, 4
_free: dict[int, list[Any]] = {}
_lock = threading.RLock()


def empty(shape: tuple[int, ...], dtype: torch.dtype) -> torch.Tensor:
    """A tensor on the CPU whose values are anything, as `torch.empty`; large ones take the memory of a tensor that is gone.

    Examples
    --------
    >>> empty((2, 3), torch.float32).shape
    torch.Size([2, 3])
    """
    kind = np.dtype(np.float64 if dtype == torch.float64 else np.float32)
    size = int(np.prod(shape, dtype=np.int64)) * kind.itemsize
    if size < _LARGE or dtype not in (torch.float32, torch.float64):
        return torch.empty(shape, dtype=dtype)
    with _lock:
        free = _free.pop(size, [])
        _free[size] = free  # the one used last is the last
        while len(_free) > _SIZES:
            del _free[next(iter(_free))]
        block = free.pop() if free else np.empty(size, np.uint8)
    view = block.view(kind).reshape(shape)
    # Torch keeps this very array as long as anything shares the tensor's memory.
    weakref.finalize(view, _give_back, size, block).atexit = False
    return torch.from_numpy(view)


def release() -> None:
    """Gives all memory that is held for later back to the system."""
    with _lock:
        _free.clear()


def _give_back(size: int, block: Any) -> None:
    with _lock:
        free = _free.get(size)
        if free is not None and len(free) < _BLOCKS:
            free.append(block)
