"""What tests of training share: two tiny methods, and a list of what was made for a graph."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Any

import pytest

from motifcnn.graph.cache import Cache
from motifcnn.methods import registry
from tests.train.tiny_methods import TinyNetwork, TinyRates


@pytest.fixture(autouse=True)
def tiny_methods() -> Iterator[None]:
    """The methods "tiny-network" and "tiny-rates", for the length of a test."""
    for method in (TinyNetwork, TinyRates):
        registry.register_method(method)
    yield
    for method in (TinyNetwork, TinyRates):
        registry.unregister_method(method.name)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Hashable]:
    """Keys of what was made for any graph's cache, in order: operators, inputs, products, ..."""
    keys: list[Hashable] = []
    original = Cache.get

    def get(self: Cache, key: Hashable, make: Callable[[], Any]) -> Any:
        def noted() -> Any:
            keys.append(key)
            return make()

        return original(self, key, noted)

    monkeypatch.setattr(Cache, "get", get)
    return keys
