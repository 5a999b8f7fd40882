"""uncompiled: functions that call numpy or Numba, inside networks that torch compiles."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

import torch

P = ParamSpec("P")
R = TypeVar("R")


def uncompiled(function: Callable[P, R]) -> Callable[P, R]:
    """The function, which `torch.compile` calls as it is instead of tracing it.

    `torch.compiler.disable` does the same, but loads the compiler at once. Here it is loaded when
    something is compiled: most networks never are, and loading it takes a second.

    Examples
    --------
    >>> @uncompiled
    ... def counted(x: torch.Tensor) -> int:
    ...     return len(x.numpy())
    >>> counted(torch.zeros(3))
    3
    """
    disabled: list[Any] = []

    @wraps(function)
    def call(*args: P.args, **options: P.kwargs) -> R:
        if not torch.compiler.is_compiling():
            return function(*args, **options)
        if not disabled:
            disabled.append(torch.compiler.disable(function))  # type: ignore[no-untyped-call]
        found: R = disabled[0](*args, **options)
        return found

    return call
