"""Corners: triangles per link and node, some rows at a time or all at once, from either side."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from motifcnn.tensor.operator.factored import pairs as module
from motifcnn.tensor.operator.factored.corners import Corners, link_counts
from motifcnn.tensor.operator.factored.counts import Counts
from motifcnn.tensor.operator.factored.pairs import LinkPairs

RNG = np.random.default_rng(4)


def random_link(rows: int, columns: int) -> LinkPairs:
    dense = RNG.random((rows, columns)) < 0.4
    return LinkPairs(sparse.csr_array(dense), sparse.csr_array(dense.T))


AB, AV, BV = random_link(8, 9), random_link(8, 12), random_link(9, 12)
A, B = AB.there.toarray().nonzero()
EXPECTED = (AV.there.toarray()[A] & BV.there.toarray()[B]).astype(np.int64)


@pytest.mark.parametrize("limit", [0.0, 1e9])
def test_rows_are_the_triangles_of_each_link(monkeypatch: pytest.MonkeyPatch, limit: float) -> None:
    monkeypatch.setattr(module, "BLOCK_ENTRIES", 20)
    corners = Corners(AB, AV, BV, limit)
    assert corners.stored == corners.transposed.stored == (limit > 0)
    for found, expected in ((corners, EXPECTED), (corners.transposed, EXPECTED.T)):
        assert found.shape == expected.shape
        some = RNG.permutation(len(expected))[:7]
        np.testing.assert_array_equal(found.rows(some).toarray(), expected[some])
        np.testing.assert_array_equal(found.fold(None), expected.sum(axis=1))
        assert (found.row_bound >= expected.sum(axis=1)).all()
        blocks = list(found.blocks())
        assert [row for begin, end in blocks for row in range(begin, end)] == list(
            range(len(expected))
        )
    assert corners.transposed.transposed is corners


def test_counts_at_a_link_are_those_of_its_ends() -> None:
    at_a, at_b = RNG.integers(1, 9, 8), RNG.integers(1, 9, 9)
    both = link_counts(AB, Counts(8, lambda: at_a), Counts(9, lambda: at_b))
    assert both is not None
    np.testing.assert_array_equal(both.value, at_a[A] * at_b[B])
    assert link_counts(AB, None, None) is None
