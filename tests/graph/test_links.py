from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from motifcnn.graph.links import arrays_of, as_links, canonical


def test_links_that_cancel_out_as_numbers_are_links() -> None:
    given = sparse.coo_array((np.ones(256, np.int8), ([0] * 256, [1] * 256)), shape=(2, 2))
    assert as_links(given).toarray().tolist() == [[False, True], [False, False]]


def test_canonical_links_are_sorted_once_each_and_read_only() -> None:
    parts = np.array([True, True, False]), np.array([2, 0, 1]), np.array([0, 3])
    found = canonical(sparse.csr_array(parts, shape=(1, 3)))
    assert found.indices.tolist() == [0, 2]
    for part in arrays_of(found):
        with pytest.raises(ValueError, match="read-only"):
            part[0] = 1
