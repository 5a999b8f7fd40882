"""Places: the union of ids, and where the nodes of both graphs are in it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from motifcnn.errors import GraphError
from motifcnn.graph.extend.places import find_places

IDS = st.one_of(
    st.tuples(*2 * [st.sets(st.integers(-50, 50))]),
    st.tuples(*2 * [st.sets(st.text("abc", max_size=3))]),
)


@given(IDS)
def test_places_are_those_of_the_sorted_union(both: tuple[set[Any], set[Any]]) -> None:
    known, new = (np.array(sorted(ids), dtype=None if ids else np.int64) for ids in both)
    at = find_places(known, new)
    assert at.ids.tolist() == sorted(both[0] | both[1])
    assert at.ids[at.known].tolist() == known.tolist()
    assert at.ids[at.given].tolist() == new.tolist()
    assert set(new[at.fresh].tolist()) == both[1] - both[0]
    assert new[at.again].tolist() == known[at.before].tolist()
    stack = [*known.tolist(), *new[at.fresh].tolist()]
    assert [stack[row] for row in at.order] == at.ids.tolist()


def test_ids_count_in_the_form_of_the_known_ones() -> None:
    at = find_places(np.array(["10", "9"]), np.array([2, 9, 10, 11]))
    assert at.ids.tolist() == ["10", "11", "2", "9"]  # as texts
    assert at.given.tolist() == [2, 3, 0, 1]
    assert at.fresh.tolist() == [0, 3]
    mixed = find_places(np.array(["b"], dtype=object), np.array(["a", "longer"]))
    assert mixed.ids.tolist() == ["a", "b", "longer"]


def test_an_id_of_another_kind_is_named() -> None:
    with pytest.raises(GraphError, match=r"type movie, row 1: 'tt7' is not an integer.*such as 3"):
        find_places(np.array([3, 4]), np.array(["3", "tt7"]), "movie")
