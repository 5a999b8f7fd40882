"""What it costs to begin with compiled kernels: loading Numba, and compiling where no earlier process left its cache."""

from __future__ import annotations

import os
import sys
from functools import lru_cache
from pathlib import Path

LOAD_SECONDS = 0.7
COMPILE_SECONDS = {"matrix": 5.0, "enumerate": 9.0}
MODULES = {"matrix": "path", "enumerate": "enumerate"}

_spent = 0.0  # seconds that this process has spent in engines that need no compiling


def startup_seconds(engine: str) -> float:
    """Seconds before the first count of a compiled engine, less what avoiding it has cost so far.

    Whoever counts once is done before Numba is loaded; whoever goes on counting has paid for it
    soon, and then it is loaded.
    """
    if f"motifcnn.tensor.engines.compiled.{MODULES[engine]}" in sys.modules:
        return 0.0
    cost = LOAD_SECONDS if "numba" not in sys.modules else 0.0
    if not _is_cached(MODULES[engine]):
        cost += COMPILE_SECONDS[engine]
    return max(0.0, cost - _spent)


def spend(seconds: float) -> None:
    """Notes time spent without compiled kernels."""
    global _spent
    _spent += seconds


@lru_cache
def _is_cached(module: str) -> bool:
    """Whether some process has left compiled code of a kernel module where Numba will look for it."""
    if folder := os.environ.get("NUMBA_CACHE_DIR"):
        return any(Path(folder).glob(f"*/{module}.*.nbi"))
    return any((Path(__file__).parent / "compiled" / "__pycache__").glob(f"{module}.*.nbi"))
