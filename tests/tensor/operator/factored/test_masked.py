"""Walks that a link closes, in scipy and compiled."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from motifcnn.tensor.operator.factored import masked
from motifcnn.tensor.operator.factored.masked import csr_parts, frozen, masked_product
from tests.tensor.operator.factored.test_kernels import RNG, random_links


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize(("first_density", "other_density"), [(0.3, 0.3), (0.01, 0.9)])
def test_masked_product_is_the_product_on_the_mask(
    monkeypatch: pytest.MonkeyPatch,
    compiled: bool,
    weighted: bool,
    first_density: float,
    other_density: float,
) -> None:
    monkeypatch.setattr(masked, "SMALL", -1 if compiled else 10**9)
    mask = random_links(25, 35, 0.3, weighted=weighted)
    first = random_links(25, 200, first_density, weighted=weighted)
    other = random_links(35, 200, other_density, weighted=weighted)
    middle = RNG.integers(0, 4, 200) if weighted else None
    dense = (
        first.toarray().astype(int)
        * (1 if middle is None else middle)
        @ other.toarray().astype(int).T
    )
    found = masked_product(mask, first, middle, other)
    np.testing.assert_array_equal(found.toarray(), dense * mask.toarray().astype(int))
    assert (found.data != 0).all()


def test_the_parts_of_a_boolean_matrix_have_no_values() -> None:
    dense = np.array([[1, 0, 1], [0, 1, 0]])
    indptr, indices, values = csr_parts(sparse.csr_array(dense.astype(bool)))
    assert (indptr.tolist(), indices.tolist(), len(values)) == ([0, 2, 3], [0, 2, 1], 0)
    assert csr_parts(sparse.csr_array(3 * dense))[2].tolist() == [3, 3, 3]
    assert (indptr.dtype, indices.dtype) == (np.int64, np.uint32)


def test_what_is_frozen_shares_memory_and_cannot_be_written() -> None:
    values = np.arange(3)
    view = frozen(values)
    assert np.shares_memory(view, values)
    with pytest.raises(ValueError, match="read-only"):
        view[0] = 1
    values[0] = 7
    assert view[0] == 7
