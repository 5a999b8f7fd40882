from __future__ import annotations

from collections import Counter

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from motifcnn.graph.tables.profile import KeyColumn, key_column


def column(values: object) -> KeyColumn:
    return key_column(pd.Series(values), "t", "c")


@given(st.lists(st.sampled_from(["a", "b", "c", "", " a ", "NA"]), max_size=12))
def test_rows_keep_their_values(values: list[str]) -> None:
    found = column(pd.Series(values, dtype=object))
    expected = [value.strip() for value in values]
    read = ["" if code < 0 else found.values[code] for code in found.codes]
    assert read == expected
    counts = Counter(value for value in expected if value)
    assert dict(zip(found.values, found.counts.tolist(), strict=True)) == counts
    assert found.unique == (len(counts) == len(values))
    assert found.filled == sum(value not in ("", "NA") for value in expected)


@pytest.mark.parametrize(
    "values", [[7, 8], [7.0, 8.0], ["7", "8"], ["7.0", "8.0"], [" 7", "8 "], [7.0, "8"]]
)
def test_a_number_is_one_key_however_it_is_written(values: list[object]) -> None:
    assert column(values).values == ("7", "8")


def test_versions_are_no_whole_numbers() -> None:
    assert column(["1.0", "1.1"]).values == ("1.0", "1.1")
    assert column(["007", "7"]).values == ("007", "7")


def test_kinds_of_values() -> None:
    assert column(["1", "2", "NA"]).integer
    assert not column(["1", "x"]).integer
    assert column(["1.5", "2"]).fraction
    assert column(["0", "1", "2"]).counts_rows
    assert not column(["0", "2", "1"]).counts_rows
    assert column(["x" * 80]).long


def test_the_share_of_keys_leaves_out_what_means_missing_unless_it_is_a_key() -> None:
    lands = column(["fr", "na"])
    assert column(["fr", "fr", "xx", "NA"]).share_in(lands) == pytest.approx(2 / 3)
    assert column(["fr", "na", "na", "xx"]).share_in(lands) == pytest.approx(3 / 4)
    assert column(["", ""]).share_in(lands) == 0.0


def test_lists_are_no_keys_but_do_no_harm() -> None:
    assert len(column([["a"], ["b"]])) == 2
