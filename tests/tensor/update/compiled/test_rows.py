"""Rows with some entries more and some fewer."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from motifcnn.tensor.update.compiled.rows import merge_rows


@settings(max_examples=60)
@given(seed=st.integers(0, 2**32 - 1), replaced=st.booleans())
def test_merged_rows_are_those_of_the_changed_matrix(seed: int, replaced: bool) -> None:
    rng = np.random.default_rng(seed)
    base = rng.random((8, 6)) < 0.4
    before = base.copy()
    none = np.empty(0, np.int64)
    rows, starts, stops, pool = none, none, none, np.empty(0, np.int32)
    if replaced:  # row 3 was replaced earlier
        before[3] = rng.random(6) < 0.5
        pool = np.flatnonzero(before[3]).astype(np.int32)
        rows, starts, stops = np.array([3]), np.array([0]), np.array([len(pool)])
    flipped = rng.random(before.shape) < 0.2
    pairs, signs = np.argwhere(flipped), np.where(before[flipped], -1, 1)
    matrix = sparse.csr_array(base)
    indices = matrix.indices.astype(np.int32)
    touched, ends, merged = merge_rows(
        matrix.indptr, indices, rows, starts, stops, pool, pairs, signs
    )
    assert touched.tolist() == sorted(set(pairs[:, 0].tolist()))
    after = before ^ flipped
    for k, row in enumerate(touched):
        assert merged[ends[k] : ends[k + 1]].tolist() == np.flatnonzero(after[row]).tolist()
