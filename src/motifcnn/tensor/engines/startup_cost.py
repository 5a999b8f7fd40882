"""Start-up of compiled kernels: loading Numba and, once per machine, compiling."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from motifcnn.tensor.kernel.folder import INDEX, kernel_folder

LOAD_SECONDS = 0.7
KERNELS = f"{__package__}.compiled."

_spent = 0.0  # seconds that this process has spent in engines that need no compiling


@dataclass(frozen=True)
class StartupCost:
    """The start-up of an engine that is compiled.

    Parameters
    ----------
    kernel : str
        The module of `engines.compiled` that it loads.
    compile_seconds : float
        Compiling it, where no earlier process has left its compiled code on disk.
    """

    kernel: str
    compile_seconds: float

    def seconds(self) -> float:
        """Seconds before the first count, less what this process has spent on avoiding them.

        A process that counts once finishes before Numba would be loaded. One that goes on counting
        soon has spent as much without it, and then loads it.
        """
        if KERNELS + self.kernel in sys.modules:
            return 0.0
        cost = LOAD_SECONDS if "numba" not in sys.modules else 0.0
        if not _is_cached(self.kernel):
            cost += self.compile_seconds
        return max(0.0, cost - _spent)


@contextmanager
def without_kernels() -> Iterator[None]:
    """Notes the time that a count takes without compiled kernels."""
    global _spent
    began = time.perf_counter()
    try:
        yield
    finally:
        _spent += time.perf_counter() - began


@lru_cache
def _is_cached(kernel: str) -> bool:
    """Whether some process has left compiled code of a kernel."""
    folder = kernel_folder(Path(__file__).parent / "compiled")
    return folder is not None and any(folder.glob(f"{kernel}.*{INDEX}"))
