"""The compiled loops equal what they stand for."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from motifcnn.tensor.operator.factored import kernels
from motifcnn.tensor.operator.factored.masked import csr_parts, frozen

RNG = np.random.default_rng(0)


def random_links(rows: int, columns: int, density: float, *, weighted: bool) -> sparse.csr_array:
    dense = RNG.random((rows, columns)) < density
    return sparse.csr_array(dense * RNG.integers(1, 9, dense.shape) if weighted else dense)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("scaled", [False, True])
@pytest.mark.parametrize("kind", [np.float32, np.float64, np.int64])
def test_product_with_scalings_is_added(weighted: bool, scaled: bool, kind: type) -> None:
    matrix = random_links(30, 20, 0.4, weighted=weighted)
    x = RNG.integers(-9, 9, (20, 5)).astype(kind)
    out = RNG.integers(-9, 9, (20, 5)).astype(np.int64 if kind is np.int64 else np.float64)
    none = np.empty(0, np.int64)
    left, right = (RNG.integers(1, 5, 30), RNG.integers(1, 5, 20)) if scaled else (none, none)
    expected = matrix.toarray().astype(int) @ ((right[:, None] if scaled else 1) * x)
    expected = out + ((left[:, None] if scaled else 1) * expected)[10:]
    cuts = np.array([10, 14, 14, 30])
    kernels.add_product(*csr_parts(matrix), frozen(left), frozen(right), cuts, 10, frozen(x), out)
    np.testing.assert_array_equal(out, expected)


@pytest.mark.parametrize("diagonal", [False, True])
def test_rows_begin_with_the_diagonal(diagonal: bool) -> None:
    x, out = RNG.random((9, 4)), np.full((5, 4), np.nan)
    scale = RNG.integers(-3, 3, 9)
    kernels.begin_rows(scale if diagonal else np.empty(0, np.int64), frozen(x), 2, out)
    np.testing.assert_array_equal(out, (scale[:, None] * x)[2:7] if diagonal else np.zeros((5, 4)))


def test_rows_are_scaled_and_rounded() -> None:
    x, factor, out = RNG.random((6, 3)), RNG.random(6), np.empty((6, 3), dtype=np.float32)
    kernels.scale_rows(frozen(x), factor, out)
    np.testing.assert_array_equal(out, (x * factor[:, None]).astype(np.float32))
