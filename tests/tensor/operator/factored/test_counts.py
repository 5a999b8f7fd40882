"""Vectors of counts are computed once, and only if somebody asks."""

from __future__ import annotations

import numpy as np

from motifcnn.tensor.operator.factored.counts import Counts, times


def counted(values: list[int], calls: list[str]) -> Counts:
    return Counts(len(values), lambda: calls.append("computed") or np.array(values))


def test_a_vector_is_computed_on_first_use_and_once() -> None:
    calls: list[str] = []
    counts = counted([1, 2, 3], calls)
    assert (counts.size, calls) == (3, [])
    assert counts.value.tolist() == [1, 2, 3]
    assert counts.value is counts.value
    assert calls == ["computed"]


def test_a_product_waits_for_both_and_none_is_all_ones() -> None:
    calls: list[str] = []
    one, other = counted([1, 2, 3], calls), counted([4, 5, 6], calls)
    product = times(one, other)
    assert product is not None
    assert calls == []
    assert product.value.tolist() == [4, 10, 18]
    assert times(one, None) is one
    assert times(None, other) is other
    assert times(None, None) is None


def test_overflow_that_cancels_is_exact() -> None:
    large = Counts(1, lambda: np.array([2**62]))
    product = times(large, Counts(1, lambda: np.array([4])))
    assert product is not None
    assert (product.value - product.value + 5).tolist() == [5]
