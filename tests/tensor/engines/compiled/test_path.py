"""Walks of two steps, by one thread and by several."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from motifcnn.tensor.engines.compiled import segments
from motifcnn.tensor.engines.compiled.path import path, walk_counts
from tests.tensor.engines.compiled.dense import paths, random_links


@pytest.mark.parametrize("thread_steps", [1, 200_000])
@pytest.mark.parametrize("off_diagonal", [False, True])
@pytest.mark.parametrize("density", [0.0, 0.05, 0.5, 1.0])
def test_paths_are_those_of_the_definition(
    density: float, off_diagonal: bool, thread_steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(segments, "WORTH_A_THREAD", thread_steps)
    first, second = random_links(0, 40, 12, density), random_links(1, 12, 40, density)
    heard: list[float] = []
    found = path(first, second, off_diagonal=off_diagonal, progress=heard.append)
    for one, dense in zip(found, paths(first, second, off_diagonal=off_diagonal), strict=True):
        np.testing.assert_array_equal(one.toarray() if sparse.issparse(one) else one, dense)
    assert all((matrix.data > 0).all() for matrix in found[:2])
    assert heard[-1] == 1.0


@pytest.mark.parametrize("thread_steps", [1, 200_000])
def test_walks_are_the_row_sums_of_the_product(
    thread_steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(segments, "WORTH_A_THREAD", thread_steps)
    first, second = random_links(0, 50, 20), random_links(1, 20, 9)
    expected = (first.toarray().astype(int) @ second.toarray().astype(int)).sum(1)
    np.testing.assert_array_equal(walk_counts(first, second), expected)
