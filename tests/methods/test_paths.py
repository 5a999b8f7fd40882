"""Paths equal the product they stand for."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from scipy import sparse

from motifcnn.methods.paths import entries_at_most, paths

RNG = np.random.default_rng(0)


def chain(*sizes: int) -> list[sparse.csr_array]:
    return [sparse.csr_array(RNG.random((a, b)) < 0.4) for a, b in pairwise(sizes)]


def dense(links: list[sparse.csr_array]) -> np.ndarray:
    whole = (
        np.linalg.multi_dot([link.toarray().astype(float) for link in links])
        if len(links) > 1
        else links[0].toarray() * 1.0
    )
    np.fill_diagonal(whole, 0)
    return whole


def test_times_is_the_product_without_its_diagonal() -> None:
    for sizes in ((7, 7), (7, 4, 7), (7, 4, 5, 7), (7, 4, 3, 5, 7)):
        links = chain(*sizes)
        y = RNG.random((7, 3))
        rows = np.array([5, 0, 2])
        np.testing.assert_allclose(paths(links).times(y), dense(links) @ y)
        np.testing.assert_allclose(paths(links).times(y, rows), (dense(links) @ y)[rows])
        np.testing.assert_allclose(paths(links).reversed.times(y), dense(links).T @ y)


def test_the_bound_holds() -> None:
    links = chain(9, 6, 5, 6, 9)
    whole = paths(links)
    assert whole.right is not None
    assert entries_at_most(links) >= whole.left.nnz + whole.right.nnz
