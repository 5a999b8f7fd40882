"""One row of the product equals a loop over its entries, and no other row is written."""

from __future__ import annotations

import numba as nb
import numpy as np
import pytest

from motifcnn.nn.fused.spmm_microkernel import write_row


@nb.njit
def one_row(indices, values, x, out, row, begin, end):  # type: ignore[no-untyped-def]
    write_row(indices, values, x, out, row, begin, end)


@pytest.mark.parametrize(("kind", "error"), [(np.float32, 1e-5), (np.float64, 1e-14)])
def test_a_row_is_the_sum_of_its_entries_for_every_width(kind: type, error: float) -> None:
    rng = np.random.default_rng(0)
    indices, values = np.array([4, 1, 1, 8, 0, 5], np.uint32), rng.standard_normal(6).astype(kind)
    for width in range(1, 131):
        x = rng.standard_normal((9, width)).astype(kind)
        out = np.full((3, width), 7.0, dtype=kind)
        one_row(indices, values, x, out, 1, 1, 5)
        expected = sum(float(values[p]) * x[indices[p]].astype(np.float64) for p in range(1, 5))
        np.testing.assert_allclose(out[1], expected, rtol=error, atol=error)
        assert (out[[0, 2]] == 7.0).all()


def test_no_entries_are_zeros() -> None:
    for width in (1, 7, 8, 16, 65, 130):
        out = np.full((1, width), 7.0, np.float32)
        arrays = np.empty(0, np.uint32), np.empty(0, np.float32), np.ones((2, width), np.float32)
        one_row(*arrays, out, 0, 0, 0)
        assert not out.any()


def test_rows_of_any_alignment_are_read_and_written() -> None:
    rng = np.random.default_rng(1)
    memory = rng.standard_normal(1 + 9 * 67).astype(np.float32)
    x = memory[1:].reshape(9, 67)  # begins four bytes past where vectors would
    out = np.zeros(1 + 2 * 67, np.float32)[1:].reshape(2, 67)
    indices, values = np.array([2, 7], np.uint32), np.array([0.5, -2.0], np.float32)
    one_row(indices, values, x, out, 1, 0, 2)
    np.testing.assert_allclose(out[1], 0.5 * x[2] - 2 * x[7], rtol=1e-5, atol=1e-6)
