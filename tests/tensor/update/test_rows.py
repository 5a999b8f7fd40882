"""Replaced rows are those of the changed matrix, and no others."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from motifcnn.tensor.update import rows
from motifcnn.tensor.update.rows import LinkRows, change_rows, untouched


def dense(links: LinkRows) -> np.ndarray:
    result = links.base.toarray()
    for row, low, high in zip(links.rows, links.starts, links.stops, strict=True):
        columns = links.pool.values[low:high]
        assert (np.diff(columns) > 0).all(), "sorted, each once"
        result[row] = False
        result[row, columns] = True
    return result


@settings(max_examples=100)
@given(
    seed=st.integers(0, 2**32 - 1),
    steps=st.integers(1, 9),
    density=st.sampled_from((0.0, 0.2, 0.9)),
    sweep=st.booleans(),
)
def test_rows_after_any_changes_are_those_of_the_dense_matrix(
    seed: int, steps: int, density: float, sweep: bool
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rows, "SMALL_POOL", 0 if sweep else 10**6)
        follow_changes(seed, steps, density)


def follow_changes(seed: int, steps: int, density: float) -> None:
    rng = np.random.default_rng(seed)
    expected = rng.random((9, 7)) < density
    links = untouched(sparse.csr_array(expected))
    touched: set[int] = set()
    history = [(links, expected)]
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
        history.append((links, expected))
    for version, wanted in history:
        np.testing.assert_array_equal(
            dense(version), wanted, "no version changes when another continues it"
        )


def test_one_version_can_be_continued_in_two_ways() -> None:
    links = untouched(sparse.csr_array(np.zeros((4, 4), dtype=bool)))
    first = change_rows(links, np.array([[0, 1], [0, 2]]), np.array([1, 1]))
    second = change_rows(first, np.array([[1, 1]]), np.array([1]))
    one, two = (change_rows(second, np.array([[2, column]]), np.array([1])) for column in (0, 3))
    assert one.pool is second.pool
    assert two.pool is not second.pool
    for version, expected in ((one, [(2, 0)]), (two, [(2, 3)]), (second, [])):
        assert list(map(tuple, np.argwhere(dense(version)).tolist())) == [
            (0, 1),
            (0, 2),
            (1, 1),
            *expected,
        ]


def test_a_row_that_changes_again_and_again_does_not_fill_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rows, "SMALL_POOL", 100)
    links = untouched(sparse.csr_array(np.ones((2, 30), dtype=bool)))
    for step in range(200):
        links = change_rows(links, np.array([[1, 5]]), np.array([1 if step % 2 else -1]))
        assert len(links.pool.values) <= 400
