"""Replaced rows are those of the changed matrix, and no others."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from motifcnn.tensor.update.rows import LinkRows, change_rows, untouched


def dense(links: LinkRows) -> np.ndarray:
    result = links.base.toarray()
    for row, low, high in zip(links.rows, links.indptr[:-1], links.indptr[1:], strict=True):
        columns = links.indices[low:high]
        assert (np.diff(columns) > 0).all(), "sorted, each once"
        result[row] = False
        result[row, columns] = True
    return result


@settings(max_examples=100)
@given(seed=st.integers(0, 2**32 - 1), steps=st.integers(1, 4), density=st.sampled_from((0.0, 0.2, 0.9)))
def test_rows_after_any_changes_are_those_of_the_dense_matrix(seed: int, steps: int, density: float) -> None:
    rng = np.random.default_rng(seed)
    expected = rng.random((9, 7)) < density
    links = untouched(sparse.csr_array(expected))
    touched: set[int] = set()
    for _ in range(steps):
        flipped = rng.random(expected.shape) < 0.08
        pairs = np.argwhere(flipped)
        before = links
        links = change_rows(links, pairs, np.where(expected[flipped], -1, 1))
        expected = expected ^ flipped
        touched |= set(pairs[:, 0].tolist())
        np.testing.assert_array_equal(dense(links), expected)
        assert links.rows.tolist() == sorted(touched)
        assert before.base is links.base
