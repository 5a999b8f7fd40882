"""Folding a few changed entries into a matrix is their sum."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from motifcnn.tensor.update import updated
from motifcnn.tensor.update.compiled.fold import fold


@settings(max_examples=150)
@given(
    seed=st.integers(0, 2**32 - 1),
    shape=st.tuples(st.integers(1, 30), st.integers(1, 12)),
    density=st.sampled_from((0.0, 0.1, 0.5, 1.0)),
    changed=st.sampled_from((0.02, 0.3, 1.0)),
)
def test_the_result_is_the_sum_without_zeros(
    seed: int, shape: tuple[int, int], density: float, changed: float
) -> None:
    rng = np.random.default_rng(seed)
    before = rng.integers(1, 4, shape) * (rng.random(shape) < density)
    # Down to zero, up from zero, back and forth: every way an entry can go.
    change = np.where(rng.random(shape) < 0.4, -before, rng.integers(-1, 3, shape)) * (
        rng.random(shape) < changed
    )
    cells = np.flatnonzero(rng.random(shape).ravel() < changed)
    result = fold(sparse.csr_array(before), cells, change.ravel()[cells])
    expected = before.ravel().copy()
    expected[cells] += change.ravel()[cells]
    np.testing.assert_array_equal(result.toarray(), expected.reshape(shape))
    assert result.data.all()
    assert result.dtype == np.int64
    result.check_format(full_check=True)
    assert sparse.csr_array(
        (result.data, result.indices, result.indptr), shape=shape
    ).has_canonical_format


@pytest.mark.parametrize("rows", [1, 1000])
@pytest.mark.parametrize("kernel_from", [0, 10**9], ids=["kernel", "scipy"])
def test_cells_may_repeat_and_rows_be_unsorted(
    rows: int, kernel_from: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(updated, "WORTH_A_KERNEL", kernel_from)
    rng = np.random.default_rng(rows)
    before = rng.integers(0, 3, (rows, 40))
    matrix = sparse.csr_array(before)
    for row in range(rows):
        part = slice(matrix.indptr[row], matrix.indptr[row + 1])
        order = rng.permutation(part.stop - part.start)
        matrix.indices[part], matrix.data[part] = (
            matrix.indices[part][order],
            matrix.data[part][order],
        )
    matrix = sparse.csr_array((matrix.data, matrix.indices, matrix.indptr), shape=matrix.shape)
    cells = rng.integers(0, before.size, 200)
    differences = rng.integers(1, 5, 200)
    expected = before.copy()
    np.add.at(expected.reshape(-1), cells, differences)
    np.testing.assert_array_equal(
        updated.with_differences(matrix, cells, differences).toarray(), expected
    )
