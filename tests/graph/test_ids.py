"""Ids are 64-bit integers or texts, and are found without rounding or wrapping."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from motifcnn.errors import GraphError
from motifcnn.graph.ids import (
    as_integers,
    checked_ids,
    checked_names,
    first_repeat,
    locate_ids,
    rows_of_ids,
    shown,
)

IDS = st.lists(st.integers(-20, 40), min_size=1, max_size=30)


@given(values=IDS)
def test_the_first_repeat_is_the_earliest_position_whose_value_came_before(
    values: list[int],
) -> None:
    expected = next(((values.index(v), i) for i, v in enumerate(values) if v in values[:i]), None)
    assert first_repeat(np.array(values)) == expected


@given(ids=st.sets(st.integers(-20, 40), min_size=1), wanted=IDS, as_text=st.booleans())
def test_an_id_is_found_where_it_is(ids: set[int], wanted: list[int], as_text: bool) -> None:
    known = sorted(ids)
    values = np.array([str(v) for v in wanted]) if as_text else np.array(wanted)
    expected = [known.index(v) if v in ids else -1 for v in wanted]
    assert locate_ids(np.array(known), values).tolist() == expected
    texts = sorted(map(str, ids))
    expected = [texts.index(str(v)) if v in ids else -1 for v in wanted]
    for form in (str, object):
        assert locate_ids(np.array(texts, form), values).tolist() == expected


def test_nothing_is_found_among_no_ids() -> None:
    assert locate_ids(np.empty(0, np.int64), np.array([1, 2])).tolist() == [-1, -1]


def test_an_unknown_id_is_an_error_at_its_place() -> None:
    ids = np.array(["a", "c"])
    found = rows_of_ids(ids, np.array(["c", "a"]), "user", lambda at: "")
    assert found.tolist() == [1, 0]
    with pytest.raises(GraphError, match=r"^row 1: 'b' is not the id of a node of type user; so$"):
        rows_of_ids(ids, np.array(["c", "b"]), "user", lambda at: f"row {at}:", "; so")


@pytest.mark.parametrize(
    ("values", "numbers", "whole"),
    [
        (np.array([3, -4], np.int8), [3, -4], [True, True]),
        (np.array([3, 2**63], np.uint64), [3, -(2**63)], [True, False]),
        (np.array([3.0, 3.5]), [3, 0], [True, False]),
        (np.array(["0", "-7", "007", "1e3", "²"]), [0, -7, 0, 0, 0], [1, 1, 0, 0, 0]),
        (np.array([2**63 - 1, 2**63, None], object), [2**63 - 1, 0, 0], [1, 0, 0]),
    ],
)
def test_whole_numbers_within_64_bit(values: Any, numbers: list[int], whole: list[bool]) -> None:
    found, flags = as_integers(values)
    assert found.tolist() == numbers
    assert flags.tolist() == whole


@pytest.mark.parametrize(
    ("given_ids", "message"),
    [
        ([[1, 2]], r"shape \(1, 2\), expected one id per node"),
        (np.array([1, 2**63], np.uint64), "row 1: 9223372036854775808 is past 64 bit"),
        ([True], "row 0: True is neither an integer nor a text"),
        (np.array(["a", 1], object), "row 1: 1 is neither a text nor in an array of integers"),
        (["a", "\ud800"], "row 1: .* is not Unicode"),
    ],
)
def test_ids_of_another_kind_are_refused(given_ids: Any, message: str) -> None:
    with pytest.raises(GraphError, match=f"^here.*{message}"):
        checked_ids(given_ids, "here")


def test_names_are_texts() -> None:
    assert checked_names(["Ann", ""], "here").tolist() == ["Ann", ""]
    with pytest.raises(GraphError, match="here, row 1: None is not a text"):
        checked_names(["Ann", None], "here")
    with pytest.raises(GraphError, match="expected one name per node"):
        checked_names([["Ann"]], "here")


def test_values_are_shown_as_they_were_written() -> None:
    assert shown(np.array(["n1"]), 0) == "'n1'"
    assert shown(np.array([7]), 0) == "7"
    assert shown(np.array([None], object), 0) == "None"
