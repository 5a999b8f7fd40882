"""Cache: what is derived from graphs, kept under one budget for the whole process.

A graph never changes, so nothing in here can grow stale: link matrices, operators, inputs and
products are made once and serve every split, preset and method that asks for them again.
"""

from __future__ import annotations

import threading
import weakref
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from typing import Any, TypeVar, cast

from scipy import sparse

BUDGET = 1 << 30
"""Bytes that all graphs together may keep; the values that were not used for longest go first."""

T = TypeVar("T")
_names = count()
_lock = threading.RLock()
_kept: OrderedDict[tuple[int, Hashable], tuple[Any, int]] = OrderedDict()
_shares = [1]  # processes that share the budget; the last one counts


class Cache:
    """The derived values of one graph. They go with the graph, or when the budget is spent.

    Examples
    --------
    >>> cache = Cache()
    >>> cache.get("degrees", lambda: [1, 2])
    [1, 2]
    >>> cache.get("degrees", lambda: [3, 4])
    [1, 2]
    """

    def __init__(self) -> None:
        self._name = next(_names)
        weakref.finalize(self, _forget, self._name).atexit = False

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The value kept under `key`; `make()`, kept from now on, where there is none."""
        place = (self._name, key)
        with _lock:
            if place in _kept:
                _kept.move_to_end(place)
                return cast(T, _kept[place][0])
        made = make()
        with _lock:
            if place not in _kept:  # another thread may have been quicker
                _kept[place] = made, held_bytes(made)
                _shrink()
        return made

    def __contains__(self, key: Hashable) -> bool:
        return (self._name, key) in _kept

    def __reduce__(self) -> tuple[type[Cache], tuple[()]]:
        return Cache, ()  # a copy of a graph starts with nothing derived

    def clear(self) -> None:
        """Lets go of all that is kept for this graph."""
        _forget(self._name)


@contextmanager
def shared_budget(processes: int) -> Iterator[None]:
    """Inside, this process keeps its part of the budget: others hold the same graph.

    Examples
    --------
    >>> with shared_budget(2):
    ...     kept = Cache().get("degrees", lambda: [1, 2])
    """
    _shares.append(processes)
    try:
        with _lock:
            _shrink()
        yield
    finally:
        _shares.pop()


def held_bytes(value: Any) -> int:
    """Memory of the arrays that a value holds, directly or in its fields; shared arrays count once.

    An object that will grow says by a property `nbytes` how large it may become.

    Examples
    --------
    >>> import numpy as np
    >>> array = np.zeros(10)
    >>> held_bytes({"a": array, "b": (array, np.zeros(5))})
    120
    """
    return sum(_arrays(value, {}).values())


def _arrays(value: Any, found: dict[int, int]) -> dict[int, int]:
    if id(value) in found or isinstance(value, (str, bytes, int, float, type(None))):
        return found
    found[id(value)] = 0
    if sparse.issparse(value):
        inside: Iterable[Any] = (value.data, value.indices, value.indptr)
    elif isinstance(size := getattr(value, "nbytes", None), int):
        found[id(value)] = size
        return found
    elif isinstance(value, Mapping):
        inside = value.values()
    elif isinstance(value, (tuple, list, set, frozenset)):
        inside = value
    else:
        inside = _attributes(value)
    for part in inside:
        _arrays(part, found)
    return found


def _attributes(value: Any) -> list[Any]:
    """What an object holds, its cached properties included; nothing for functions and classes."""
    if callable(value) or isinstance(value, Cache):
        return []
    return list(getattr(value, "__dict__", {}).values())


def _shrink() -> None:
    total = sum(size for _, size in _kept.values())
    while total > BUDGET // _shares[-1]:
        _, (_, size) = _kept.popitem(last=False)
        total -= size


def _forget(name: int) -> None:
    with _lock:
        for place in [place for place in _kept if place[0] == name]:
            del _kept[place]
