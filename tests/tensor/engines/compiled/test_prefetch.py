"""Asking for memory early changes no value, whatever is asked for."""

from __future__ import annotations

from typing import Any

import numba as nb
import numpy as np
import pytest

from motifcnn.tensor.engines.compiled.prefetch import prefetch, prefetch_row


@nb.njit
def _sum_of_rows(x: Any, rows: Any, ahead: Any) -> Any:
    total = np.zeros(x.shape[1])
    for k in range(len(rows)):
        prefetch_row(x, rows[k] + ahead)
        prefetch(rows, k + ahead)
        total += x[rows[k]]
    return total


@pytest.mark.parametrize("kind", [np.float32, np.float64, np.int64])
@pytest.mark.parametrize("columns", [1, 16, 37])
@pytest.mark.parametrize("ahead", [0, 3, 10**6])
def test_sums_are_those_without_it_also_past_the_end(kind: type, columns: int, ahead: int) -> None:
    rng = np.random.default_rng(0)
    x, rows = rng.integers(-9, 9, (20, columns)).astype(kind), rng.integers(0, 20, 50)
    kept = x.copy()
    np.testing.assert_array_equal(_sum_of_rows(x, rows, ahead), kept[rows].sum(axis=0))
    np.testing.assert_array_equal(x, kept)
