"""The operations of the formulas, against dense products."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from motifcnn.tensor.engines.scipy_formulas import SCIPY
from tests.tensor.engines.compiled.dense import paths, random_links, triangles


@pytest.mark.parametrize("off_diagonal", [False, True])
def test_paths_are_products_without_the_diagonal(off_diagonal: bool) -> None:
    first, second = random_links(0, 8, 6), random_links(1, 6, 8)
    found = SCIPY.path(first, second, off_diagonal=off_diagonal)
    for one, dense in zip(found, paths(first, second, off_diagonal=off_diagonal), strict=True):
        np.testing.assert_array_equal(one.toarray() if sparse.issparse(one) else one, dense)
    assert (found[1].data > 0).all()


def test_triangles_are_walks_that_a_link_closes() -> None:
    ta, tb, ab = random_links(0, 7, 5), random_links(1, 7, 6), random_links(2, 5, 6)
    found = SCIPY.triangle(ta, tb, ab, sparse.csr_array(ab.T))
    for one, dense in zip(found, triangles(ta, tb, ab), strict=True):
        np.testing.assert_array_equal(one.toarray() if sparse.issparse(one) else one, dense)


def test_undirected_triangles_are_common_neighbours_on_links() -> None:
    dense = random_links(0, 9, 9).toarray()
    dense = np.triu(dense, 1) | np.triu(dense, 1).T
    found = SCIPY.undirected_triangle(sparse.csr_array(dense)).toarray()
    np.testing.assert_array_equal(found, dense * (dense.astype(int) @ dense.astype(int)))
