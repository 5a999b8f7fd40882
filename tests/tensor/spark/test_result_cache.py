"""Stored operators stay in a graph's cache whatever else it lets go of."""

from __future__ import annotations

import numpy as np
import pytest

from motifcnn.graph.cache import Cache
from motifcnn.tensor.spark.result_cache import ResultCache, result_cache
from tests.small_graphs import bibliography


def test_what_is_stored_outlives_budget_and_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    cache = ResultCache(Cache())
    cache.stored["operator"] = "on disk"
    cache.get("inputs", lambda: np.zeros(1))
    assert "operator" in cache and "inputs" in cache
    monkeypatch.setattr("motifcnn.graph.cache.BUDGET", 0)
    cache.get("other inputs", lambda: np.zeros(1))
    assert "inputs" not in cache
    cache.clear()
    assert cache.get("operator", lambda: "in memory") == "on disk"


def test_a_graph_keeps_what_it_has_and_shares_it_with_copies() -> None:
    graph = bibliography()
    graph.cache.get("inputs", lambda: np.zeros(1))
    cache = result_cache(graph)
    cache.stored["operator"] = "on disk"
    assert result_cache(graph) is cache is graph.cache
    assert graph.cache.get("inputs", lambda: np.ones(1)) == 0
    assert "operator" in graph.with_labels({}).cache
