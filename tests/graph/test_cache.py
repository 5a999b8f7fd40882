"""The cache keeps what fits, lets go of what was not used for longest, and follows its graph."""

from __future__ import annotations

import gc

import numpy as np
import pytest
from scipy import sparse

from motifcnn.graph import cache as module
from motifcnn.graph.cache import Cache, held_bytes


@pytest.fixture(autouse=True)
def _room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_kept", type(module._kept)())
    monkeypatch.setattr(module, "BUDGET", 1000)


def test_a_value_is_made_once():
    cache, made = Cache(), []
    for _ in range(3):
        cache.get("key", lambda: made.append(1) or np.zeros(1))
    assert made == [1]


def test_the_value_not_used_for_longest_goes_first():
    cache = Cache()
    cache.get("a", lambda: np.zeros(50))
    cache.get("b", lambda: np.zeros(50))
    cache.get("a", lambda: pytest.fail("a is kept"))
    cache.get("c", lambda: np.zeros(50))
    assert "a" in cache and "b" not in cache and "c" in cache


def test_all_graphs_share_one_budget():
    one, other = Cache(), Cache()
    one.get("x", lambda: np.zeros(100))
    other.get("x", lambda: np.zeros(100))
    assert "x" not in one and "x" in other


def test_a_value_over_the_budget_is_given_but_not_kept():
    cache = Cache()
    assert len(cache.get("x", lambda: np.zeros(500))) == 500
    assert "x" not in cache


def test_values_go_with_their_graph():
    cache = Cache()
    cache.get("x", lambda: np.zeros(10))
    del cache
    gc.collect()
    assert not module._kept


def test_making_one_value_may_ask_for_another():
    cache = Cache()
    assert cache.get("sum", lambda: cache.get("part", lambda: 1) + 1) == 2


def test_bytes_of_sparse_matrices_and_of_shared_arrays():
    matrix = sparse.csr_array(np.eye(4))
    expected = matrix.data.nbytes + matrix.indices.nbytes + matrix.indptr.nbytes
    assert held_bytes([matrix, matrix]) == expected


def test_processes_of_one_run_share_the_budget():
    cache = Cache()
    for key in "ab":
        cache.get(key, lambda: np.zeros(50))
    with module.shared_budget(2):
        assert "a" not in cache and "b" in cache
    cache.get("a", lambda: np.zeros(50))
    assert "a" in cache and "b" in cache
