"""Walks keep to their links and choose evenly."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from motifcnn.methods.random_walks import random_walks, without_dead_ends
from tests.small_graphs import bibliography

BY = sparse.csr_array(bibliography().adjacency["paper", "by", "author"])
BACK = sparse.csr_array(BY.T)


def test_every_step_is_a_link_taken_in_turn() -> None:
    linked = np.flatnonzero(np.diff(BY.indptr))
    walks = random_walks([BY, BACK], linked, 13, np.random.default_rng(1))
    assert np.array_equal(walks[:, 0], linked)
    for s in range(12):
        assert (BACK if s % 2 else BY)[walks[:, s], walks[:, s + 1]].all()


def test_steps_are_even_over_links_and_repeat_by_seed() -> None:
    start = int(np.argmax(np.diff(BY.indptr)))
    degree = int(np.diff(BY.indptr)[start])
    one, same, other = (
        random_walks([BY], np.full(6000, start), 2, np.random.default_rng(seed))
        for seed in (5, 5, 6)
    )
    _, counts = np.unique(one[:, 1], return_counts=True)
    assert len(counts) == degree > 2
    assert np.abs(counts - 6000 / degree).max() < 5 * np.sqrt(6000 / degree)
    assert np.array_equal(one, same)
    assert not np.array_equal(one, other)


def test_no_walk_begins_or_steps_where_it_could_not_go_on() -> None:
    links = np.zeros((6, 6), dtype=bool)
    # A ring 0, 1, 2, and a branch 3 to 4 or 5, where it ends.
    links[[0, 1, 2, 0, 3, 3], [1, 2, 0, 3, 4, 5]] = True
    (kept,) = without_dead_ends([sparse.csr_array(links)])
    assert np.argwhere(kept.toarray()).tolist() == [[0, 1], [1, 2], [2, 0]]
    walks = random_walks([kept], np.array([0, 1]), 4, np.random.default_rng(0))
    assert walks.tolist() == [[0, 1, 2, 0], [1, 2, 0, 1]]


@pytest.mark.parametrize("length", [1, 3])
def test_without_starts_there_are_no_walks(length: int) -> None:
    starts = np.empty(0, dtype=np.int64)
    assert random_walks([BY, BACK], starts, length, np.random.default_rng(0)).shape == (0, length)
