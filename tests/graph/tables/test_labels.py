from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from motifcnn.graph.tables.labels import is_split, label_problem, labels_of, split_parts
from motifcnn.graph.tables.raw import RawTable


def table(**columns: object) -> RawTable:
    return RawTable("t", "t.csv", pd.DataFrame(columns), first_line=2)


def test_classes_are_sorted_and_missing_cells_have_none() -> None:
    labels = labels_of(pd.Series(["b", "NA", "a", "b"]), "c", np.array([3, 2, 1, 0]), None)
    assert labels is not None
    assert labels.classes == ("a", "b")
    assert labels.nodes.tolist() == [0, 1, 3]
    assert labels.y.tolist() == [1, 0, 1]


def test_numbers_are_classes_in_their_order() -> None:
    labels = labels_of(pd.Series([10.0, 9.0, None]), "c", np.arange(3), None)
    assert labels is not None
    assert labels.classes == ("9", "10")


def test_several_classes_per_cell() -> None:
    labels = labels_of(pd.Series(["a|b", "b", ""]), "c", np.arange(3), "|")
    assert labels is not None
    assert labels.y.tolist() == [[True, True], [False, True]]


@pytest.mark.parametrize(
    ("values", "words"),
    [
        (list(range(21)), "a quantity"),
        ([at / 7 for at in range(21)], "a quantity"),
        (["x"] * 4, "same value"),
        ([""] * 4, "no row has a value"),
        ([f"name {at}" for at in range(5)], "name nodes"),
    ],
)
def test_what_is_no_label(values: list[object], words: str) -> None:
    problem = label_problem(table(c=values), "c", None)
    assert problem is not None
    assert words in str(problem)


@pytest.mark.parametrize("values", [list(range(20)) * 2, ["a", "b"] * 2, [True, False, True]])
def test_what_is_a_label(values: list[object]) -> None:
    assert label_problem(table(c=values), "c", None) is None


def test_a_split_has_training_rows() -> None:
    assert is_split("part", pd.Series(["train", "test", ""]))
    assert is_split("split", pd.Series(["train", "trian"]))
    assert not is_split("exam", pd.Series(["test", "dev"]))
    assert not is_split("vehicle", pd.Series(["train", "bus"]))


def test_parts_of_a_split_have_many_names() -> None:
    column = ["Train", "training", "valid", "dev", "TEST", ""]
    labelled = np.ones(6, bool)
    parts, problems = split_parts(table(s=column), "s", labelled, np.arange(6))
    assert parts == {"train": [0, 1], "val": [2, 3], "test": [4]}
    assert problems == []
