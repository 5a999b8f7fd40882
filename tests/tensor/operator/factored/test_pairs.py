"""Pairs: some rows at a time are the rows of the whole, and bounds are never below the truth."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from motifcnn.tensor.operator.factored import pairs as module
from motifcnn.tensor.operator.factored.counts import Counts
from motifcnn.tensor.operator.factored.pairs import ClosedPairs, LinkPairs, Pairs, WalkPairs

RNG = np.random.default_rng(1)


def random_link(rows: int, columns: int) -> LinkPairs:
    dense = RNG.random((rows, columns)) < 0.3
    return LinkPairs(sparse.csr_array(dense), sparse.csr_array(dense.T))


XY, YZ, XZ, XW, WZ = (
    random_link(*shape) for shape in ((20, 15), (15, 25), (20, 25), (20, 10), (10, 25))
)
NUMBERS = RNG.integers(0, 4, 15)
U = Counts(15, lambda: NUMBERS)


def dense(link: Pairs) -> np.ndarray:
    return link.matrix.toarray().astype(np.int64)


WALKS = dense(XY) * U.value @ dense(YZ)
RING = WALKS * (dense(XW) @ dense(WZ))


@pytest.mark.parametrize("limit", [0.0, 1e9])
def test_walks_and_what_closes_them(monkeypatch: pytest.MonkeyPatch, limit: float) -> None:
    monkeypatch.setattr(module, "BLOCK_ENTRIES", 30)
    walks, ring = WalkPairs(((XY, U, YZ),), limit), WalkPairs(((XY, U, YZ), (XW, None, WZ)), limit)
    assert walks.stored == ring.stored == (limit > 0)
    some = np.array([3, 19, 0])
    for pairs, expected in ((walks, WALKS), (ring, RING)):
        np.testing.assert_array_equal(pairs.rows(some).toarray(), expected[some])
        np.testing.assert_array_equal(pairs.transposed.rows(some).toarray(), expected.T[some])
        np.testing.assert_array_equal(pairs.fold(None), expected.sum(axis=1))
        assert pairs.transposed.transposed is pairs
        assert (pairs.row_bound >= (expected > 0).sum(axis=1)).all()
        ends = RNG.random(25)
        assert (pairs.through(ends) >= ((expected > 0) @ ends) - 1e-9).all()


@pytest.mark.parametrize("limit", [0.0, 1e9])
def test_a_ring_on_a_link_is_stored_whatever_its_sides_are(
    monkeypatch: pytest.MonkeyPatch, limit: float
) -> None:
    monkeypatch.setattr(module, "BLOCK_ENTRIES", 30)
    walks = WalkPairs(((XY, U, YZ),), limit)  # x to z
    expected = dense(XW) * (WALKS @ dense(WZ).T)
    np.testing.assert_array_equal(dense(ClosedPairs(XW, walks, None, WZ.transposed)), expected)
    np.testing.assert_array_equal(
        dense(ClosedPairs(XW.transposed, WZ, None, walks.transposed)), expected.T
    )
    both = ClosedPairs(random_link(20, 20), walks, None, walks.transposed)
    np.testing.assert_array_equal(dense(both), dense(both.mask) * (WALKS @ WALKS.T))
    np.testing.assert_array_equal(dense(both.transposed), dense(both).T)


def test_blocks_cover_all_rows_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BLOCK_ENTRIES", 12)
    blocks = list(XY.blocks(2, 17))
    assert [row for begin, end in blocks for row in range(begin, end)] == list(range(2, 17))
    assert all(end - begin == 1 or XY.row_bound[begin:end].sum() <= 12 for begin, end in blocks)


def test_an_undirected_link_is_its_own_transpose() -> None:
    matrix = sparse.csr_array(np.ones((3, 3), bool))
    link = LinkPairs(matrix, matrix)
    assert link.transposed is link
