"""The compiled product equals its definition for every width, whatever the threads."""

from __future__ import annotations

import numba
import numpy as np
import pytest

from motifcnn.nn.fused.spmm import product
from motifcnn.tensor.csr import row_chunks
from tests.nn.sparse.test_matrix import random_matrix


def multiplied(a: object, x: np.ndarray, parts: int = 3, indices: type = np.uint32) -> np.ndarray:
    indptr = a.indptr.astype(np.int64)  # type: ignore[attr-defined]
    out = np.full((len(indptr) - 1, x.shape[1]), np.nan, dtype=x.dtype)
    values = a.data.astype(x.dtype)  # type: ignore[attr-defined]
    columns = a.indices.astype(indices)  # type: ignore[attr-defined]
    product(indptr, columns, values, row_chunks(indptr, parts, per_row=1), x, out)
    return out


@pytest.mark.parametrize(("kind", "error"), [(np.float32, 1e-5), (np.float64, 1e-13)])
def test_every_width_is_the_dense_product(kind: type, error: float) -> None:
    a = random_matrix(23, 17, 0.3)
    rng = np.random.default_rng(0)
    for width in range(1, 131):
        x = rng.standard_normal((17, width)).astype(kind)
        expected = a.toarray().astype(np.float64) @ x
        np.testing.assert_allclose(multiplied(a, x), expected, rtol=error, atol=error)


def test_empty_rows_are_zero_and_no_columns_are_no_result() -> None:
    a = random_matrix(6, 4, 0.0)
    assert not multiplied(a, np.ones((4, 70), np.float32)).any()
    assert multiplied(a, np.ones((4, 0), np.float32)).shape == (6, 0)


@pytest.mark.parametrize("parts", [1, 2, 7, 100])
def test_the_division_into_chunks_does_not_change_a_bit(parts: int) -> None:
    a, x = random_matrix(60, 40, 0.3), np.random.default_rng(1).random((40, 33), np.float32)
    np.testing.assert_array_equal(multiplied(a, x, parts), multiplied(a, x, 5))


def test_the_number_of_threads_does_not_change_a_bit() -> None:
    a, x = random_matrix(60, 40, 0.3), np.random.default_rng(1).random((40, 100), np.float32)
    many, threads = multiplied(a, x, 16), numba.get_num_threads()
    try:
        numba.set_num_threads(1)
        np.testing.assert_array_equal(multiplied(a, x, 16), many)
    finally:
        numba.set_num_threads(threads)
