"""The compiled loops equal what they stand for."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from motifcnn.tensor.operator.factored import kernels, masked
from motifcnn.tensor.operator.factored.masked import csr_parts, frozen, masked_product

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


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize(("first_density", "other_density"), [(0.3, 0.3), (0.01, 0.9)])
def test_masked_product_is_the_product_on_the_mask(
    monkeypatch: pytest.MonkeyPatch,
    compiled: bool,
    weighted: bool,
    first_density: float,
    other_density: float,
) -> None:
    monkeypatch.setattr(masked, "SMALL", -1 if compiled else 10**9)
    mask = random_links(25, 35, 0.3, weighted=weighted)
    first = random_links(25, 200, first_density, weighted=weighted)
    other = random_links(35, 200, other_density, weighted=weighted)
    middle = RNG.integers(0, 4, 200) if weighted else None
    dense = (
        first.toarray().astype(int)
        * (1 if middle is None else middle)
        @ other.toarray().astype(int).T
    )
    found = masked_product(mask, first, middle, other)
    np.testing.assert_array_equal(found.toarray(), dense * mask.toarray().astype(int))
    assert (found.data != 0).all()


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
