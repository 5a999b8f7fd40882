"""Colours of columns, and the signatures of rows that they make."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from motifcnn.tensor.engines.compiled.segments import unsigned
from motifcnn.tensor.engines.compiled.triangle_signatures import LAST, collisions, colour, rows_of
from tests.tensor.engines.compiled.test_triangle import random_links


@given(seed=st.integers(0, 2**32 - 1), colours=st.sampled_from([0, 2, 5, LAST]))
def test_only_the_last_colour_occurs_twice_in_a_row(seed: int, colours: int) -> None:
    rng = np.random.default_rng(seed)
    matrices = random_links(rng, 12, 20, 0.2), random_links(rng, 7, 20, 0.3)
    for matrix, lists in zip(matrices, colour(*matrices, colours), strict=True):
        length = np.diff(matrix.indptr)
        bits = np.bitwise_count(lists.signatures)
        has_last = (lists.signatures >> np.uint64(LAST)).astype(bool)
        assert (bits[~has_last] == length[~has_last]).all()
        assert lists.crowded == (bits < length).any()
        for i in range(matrix.shape[0]):
            row = slice(matrix.indptr[i], matrix.indptr[i + 1])
            assert sorted(lists.indices[row]) == sorted(matrix.indices[row])
            assert (lists.row[row] == i).all()


@given(seed=st.integers(0, 2**32 - 1), colours=st.sampled_from([0, 2, LAST]))
def test_rows_that_share_a_column_share_a_bit(seed: int, colours: int) -> None:
    rng = np.random.default_rng(seed)
    one, other = random_links(rng, 12, 20, 0.2), random_links(rng, 7, 20, 0.3)
    ours, theirs = colour(one, other, colours)
    shared = (one.toarray().astype(int) @ other.toarray().T.astype(int)) > 0
    bits = (ours.signatures[:, None] & theirs.signatures) != 0
    assert bits[shared].all()


def test_nothing_collides_where_every_column_has_a_colour_of_its_own() -> None:
    rng = np.random.default_rng(0)
    ta, tb, ab = (random_links(rng, *shape, 0.2) for shape in ((9, 8), (9, 20), (8, 20)))
    for colours, few in ((LAST, True), (0, False)):
        ours, theirs = colour(tb, ab, colours)
        steps = collisions(
            rows_of(ta),
            unsigned(ta.indices),
            ours.indptr,
            ours.signatures,
            theirs.indptr,
            theirs.signatures,
        )
        assert (steps == 0) == few
