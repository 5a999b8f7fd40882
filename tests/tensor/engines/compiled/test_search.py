"""Binary search equals numpy's, and `holds` equals `contains`."""

from __future__ import annotations

import numba as nb
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from motifcnn.tensor.csr import contains
from motifcnn.tensor.engines.compiled.search import holds, lower_bound
from tests.tensor.engines.compiled.dense import random_links


@nb.njit
def _search(values, low, high, wanted):  # type: ignore[no-untyped-def]
    return lower_bound(values, low, high, wanted)


@nb.njit
def _holds(indptr, indices, row, wanted):  # type: ignore[no-untyped-def]
    return holds(indptr, indices, row, wanted)


@given(
    values=st.lists(st.integers(-20, 20), min_size=1, max_size=20).map(sorted),
    wanted=st.integers(-25, 25),
    ends=st.tuples(st.integers(0, 20), st.integers(0, 20)).map(sorted),
)
def test_the_first_place_is_that_of_numpy(values: list[int], wanted: int, ends: list[int]) -> None:
    low, high = (min(end, len(values)) for end in ends)
    expected = low + np.searchsorted(np.array(values)[low:high], wanted)
    assert _search(np.array(values), low, high, wanted) == expected


def test_a_row_holds_what_is_stored_in_it() -> None:
    matrix = random_links(0, 15, 22)
    for row in range(15):
        for column in range(22):
            found = _holds(matrix.indptr, matrix.indices, row, column)
            assert found == contains(matrix, np.array([row]), np.array([column]))[0]
            assert found == matrix.toarray()[row, column]
