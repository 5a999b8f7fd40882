"""Frequent values against scikit-learn's one-hot encoder."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse
from sklearn.preprocessing import OneHotEncoder

from motifcnn.graph.encode.pooling import frequent, multi_hot, rows_of


@given(st.lists(st.sampled_from("abcdefg"), min_size=1, max_size=40))
def test_one_hot_equals_scikit_learn_up_to_the_order_of_columns(letters: list[str]) -> None:
    table = np.array(letters, dtype=object)[:, None]
    theirs = OneHotEncoder(min_frequency=2, sparse_output=False).fit_transform(table)
    counts = {letter: letters.count(letter) for letter in letters}
    values, pooled = frequent(counts, len(letters), flag=False)
    ours = multi_hot([[letter] for letter in letters], values, bool(pooled)).toarray()
    assert sorted(map(tuple, ours.T)) == sorted(map(tuple, theirs.T))


def test_rare_is_less_than_one_in_a_thousand_rows() -> None:
    counts = {"a": 9_985, "b": 10, "c": 5}
    assert frequent(counts, 10_000, flag=False) == (("a", "b"), 1)


def test_at_most_one_hundred_columns_with_rare_and_missing() -> None:
    counts = {f"{i:03}": 1000 - i for i in range(150)}
    values, pooled = frequent(counts, 1000, flag=True)
    assert len(values) + 1 + 1 == 100
    assert values[0] == "000"
    assert pooled == 150 - 98
    exactly = {name: counts[name] for name in list(counts)[:100]}
    assert len(frequent(exactly, 1000, flag=False)[0]) == 100
    assert len(frequent(exactly, 1000, flag=True)[0]) == 98


def test_several_rare_values_of_one_row_count_once() -> None:
    assert multi_hot([["x", "y", "a", "a"]], ["a"], pooled=True).toarray().tolist() == [[1, 1]]
    assert multi_hot([["x", "y"]], ["a"], pooled=False).toarray().tolist() == [[0]]


def test_rows_without_a_value_are_empty() -> None:
    matrix = sparse.csr_array(np.eye(2, dtype=np.float32))
    assert rows_of(matrix, np.array([1, -1, 0])).toarray().tolist() == [[0, 1], [0, 0], [1, 0]]
