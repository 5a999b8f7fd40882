"""Labels and splits from columns of nodes tables."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

from motifcnn.errors import GraphError
from motifcnn.graph import Graph


@pytest.mark.parametrize(
    "cells", [[["x", "y"], ["y"], [], None], np.array(["x|y", "y", "", None], object)]
)
def test_lists_and_separated_texts_are_multi_label(cells: Any) -> None:
    labels = Graph.from_tables(
        {"id": [1, 2, 3, 4], "label": cells}, {"source": [1], "target": [2]}, label_separator="|"
    ).labels["node"]
    assert labels.classes == ("x", "y")
    bare = [] if isinstance(cells, np.ndarray) else [[False, False]]
    assert labels.y.tolist() == [[True, True], [False, True], *bare]


def test_numbers_as_labels_sort_as_numbers() -> None:
    frame = pd.DataFrame({"id": [1, 2, 3], "label": [10, 9, None]})
    labels = Graph.from_tables(frame, {"source": [1], "target": [2]}).labels["node"]
    assert labels.classes == ("9", "10")
    assert labels.y.tolist() == [1, 0]


def test_classes_may_be_given_in_an_order_of_ones_own() -> None:
    nodes = {"id": [1, 2], "label": ["a", "b"]}
    assert Graph.from_tables(nodes, {"source": [1], "target": [2]}, classes=["b", "c", "a"]).labels[
        "node"
    ].y.tolist() == [2, 0]


def test_classes_may_be_given_for_each_type() -> None:
    nodes = {t: {"id": [1], "label": [t]} for t in ("a", "b", "c")}
    edges = {("a", "r", "b"): {"source": [1], "target": [1]}}
    labels = Graph.from_tables(nodes, edges, classes={"a": ["x", "a"]}).labels
    assert {t: found.classes for t, found in labels.items()} == {
        "a": ("x", "a"),
        "b": ("b", "c"),
        "c": ("b", "c"),
    }
    assert {t: found.y.tolist() for t, found in labels.items()} == {"a": [1], "b": [0], "c": [1]}
    with pytest.raises(GraphError, match="classes: unknown node type 'd'"):
        Graph.from_tables(nodes, edges, classes={"d": ["x"]})


def test_a_number_and_its_text_are_one_class() -> None:
    nodes = {"id": [1, 2], "label": np.array([1, "1"], object)}
    assert Graph.from_tables(nodes, {"source": [1], "target": [2]}).labels["node"].classes == ("1",)


def test_a_split_column_gives_the_public_split_of_one_type() -> None:
    labels, parts = ["x", "y", "x", "y", None], ["test", "train", "val", None, ""]
    nodes = {"id": [5, 3, 4, 1, 2], "label": labels, "split": parts}
    split = Graph.from_tables(nodes, {"source": [1], "target": [2]}).splits["public"]
    assert split.node_type == "node"
    assert [split.train.tolist(), split.val.tolist(), split.test.tolist()] == [[2], [3], [4]]
    with pytest.raises(GraphError, match="a split is of one type"):
        Graph.from_tables(
            {t: {"id": [1], "label": ["x"], "split": ["train"]} for t in ("a", "b")},
            {("a", "r", "b"): {"source": [1], "target": [1]}},
        )
