"""Result cache: a graph's cache in which the operators of stored results stay.

A cache lets go of what was not used for longest, and training clears it where several processes
share a machine. An operator that was counted is then counted again. That of a result on disk must
not be: it stands for a tensor that may not fit into memory, and takes none itself.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar, cast

from motifcnn.graph.cache import Cache
from motifcnn.graph.graph import Graph

T = TypeVar("T")


class ResultCache(Cache):
    """A cache with some values that stay as long as the graph.

    Parameters
    ----------
    others : Cache
        Where all other values are.

    Examples
    --------
    >>> cache = ResultCache(Cache())
    >>> cache.stored["operator"] = "on disk"
    >>> cache.clear()
    >>> cache.get("operator", lambda: "in memory")
    'on disk'
    """

    def __init__(self, others: Cache) -> None:
        super().__init__()
        self.others = others
        self.stored: dict[Hashable, Any] = {}

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The stored value, or what is kept under `key`, as in `Cache`."""
        if key in self.stored:
            return cast(T, self.stored[key])
        return self.others.get(key, make)

    def __contains__(self, key: Hashable) -> bool:
        return key in self.stored or key in self.others

    def clear(self) -> None:
        """Lets go of all but what is stored."""
        self.others.clear()


def result_cache(graph: Graph) -> ResultCache:
    """The cache of a graph, which becomes a `ResultCache` if it is none."""
    if not isinstance(graph.cache, ResultCache):
        # No part of the graph's value, so that its being frozen is kept.
        graph.__dict__["cache"] = ResultCache(graph.cache)
    return cast(ResultCache, graph.cache)
