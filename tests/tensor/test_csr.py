"""Compressed rows: chunks with equal work, and entries that are stored."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from motifcnn.tensor.csr import contains, from_cells, row_chunks, row_starts, work_chunks


@pytest.mark.parametrize("work", [[], [0, 0, 0], [5], [1, 1, 1, 1], [100, 1, 1], [1, 1, 100]])
@pytest.mark.parametrize("chunks", [1, 2, 7])
@pytest.mark.parametrize("kind", [np.int32, np.int64, np.uint32, np.float64])
def test_chunks_cover_every_row_once(work: list[int], chunks: int, kind: type) -> None:
    values = np.array(work, dtype=kind)
    for cuts in (work_chunks(values, chunks), row_chunks(row_starts(values).astype(kind), chunks)):
        assert cuts.dtype == np.int64
        assert len(cuts) == chunks + 1
        assert (cuts[0], cuts[-1]) == (0, len(work))
        assert (np.diff(cuts) >= 0).all()


@given(work=st.lists(st.integers(0, 50), min_size=1, max_size=60), chunks=st.integers(1, 9))
def test_no_chunk_has_more_than_its_share_and_one_row(work: list[int], chunks: int) -> None:
    cuts = row_chunks(row_starts(np.array(work)), chunks)
    share = sum(work) / chunks
    for first, last in pairwise(cuts):
        assert sum(work[first:last]) <= share + max(work)


def test_rows_that_cost_by_themselves_are_shared_out_too() -> None:
    empty = np.zeros(101, dtype=np.int64)
    assert row_chunks(empty, 4, per_row=1).tolist() == [0, 25, 50, 75, 100]


def test_chunks_of_a_part_of_a_matrix_count_from_its_first_row() -> None:
    indptr = np.array([0, 90, 91, 92, 93, 94])
    assert row_chunks(indptr[1:], 2).tolist() == [0, 2, 4]


def test_row_starts_are_what_scipy_has() -> None:
    matrix = sparse.csr_array(np.array([[1, 0, 1], [0, 0, 0], [1, 1, 1]]))
    np.testing.assert_array_equal(row_starts(np.diff(matrix.indptr)), matrix.indptr)


@given(
    seed=st.integers(0, 2**32 - 1),
    rows=st.integers(0, 12),
    columns=st.integers(0, 40),
    density=st.sampled_from([0.0, 0.1, 0.6, 1.0]),
)
def test_contains_finds_what_is_stored(seed: int, rows: int, columns: int, density: float) -> None:
    dense = np.random.default_rng(seed).random((rows, columns)) < density
    places = np.meshgrid(np.arange(rows), np.arange(columns), indexing="ij")
    found = contains(sparse.csr_array(dense), *(part.ravel() for part in places))
    assert found.dtype == bool
    np.testing.assert_array_equal(found, dense.ravel())


@given(seed=st.integers(0, 2**32 - 1), rows=st.integers(0, 9), columns=st.integers(0, 9))
def test_a_matrix_from_its_cells_is_the_matrix(seed: int, rows: int, columns: int) -> None:
    rng = np.random.default_rng(seed)
    dense = rng.integers(1, 9, (rows, columns)) * (rng.random((rows, columns)) < 0.4)
    cells = np.flatnonzero(dense)
    found = from_cells(cells, dense.ravel()[cells], (rows, columns))
    np.testing.assert_array_equal(found.toarray(), dense)
