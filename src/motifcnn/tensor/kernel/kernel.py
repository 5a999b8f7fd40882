"""kernel: compiles a function with Numba, for every process that may call it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba as nb
from numba.core.dispatcher import Dispatcher

from motifcnn.tensor.kernel.disk_cache import DiskCache
from motifcnn.tensor.kernel.folder import kernel_folder

_kernels: list[Any] = []


def kernel(**options: Any) -> Callable[[Callable[..., Any]], Any]:
    """A decorator: `numba.njit` with these options, code that is kept on disk, and safe forks.

    A forked child has none of the threads that its parent counts with, and Numba ends a child that
    asks for them. There a kernel is compiled once more, for one thread. The results are the same.

    Examples
    --------
    >>> @kernel()
    ... def doubled(x):
    ...     return 2 * x
    >>> doubled(21)
    42
    """

    def compiled(function: Callable[..., Any]) -> Any:
        made: Any = nb.njit(**options)(function)
        if isinstance(made, Dispatcher):  # else compiling is switched off
            _keep_on_disk(made)
            _kernels.append(made)
        return made

    return compiled


def _forget_threads() -> None:
    """In a forked child: drops code that would call threads of the parent."""
    launched = sys.modules.get("numba.np.ufunc.parallel")
    if launched is None or not launched._is_initialized:
        return
    for made in _kernels:
        made._make_finalizer()()
        made._reset_overloads()
        made.targetoptions["parallel"] = False
        _keep_on_disk(made, serial=True)


def _keep_on_disk(made: Any, *, serial: bool = False) -> None:
    source = Path(made.py_func.__code__.co_filename)
    if source.exists() and kernel_folder(source.parent) is not None:
        made._cache = DiskCache(made.py_func, serial=serial)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_threads)
