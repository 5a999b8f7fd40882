"""Labels and splits are validated when made and cannot be changed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from motifcnn.errors import GraphError
from motifcnn.graph import Graph
from motifcnn.graph.labels import Labels, Split


@pytest.mark.parametrize(
    ("nodes", "y", "message"),
    [
        ([0, 1], [0], "2 nodes but 1 rows"),
        ([1, 0], [0, 0], "increasing"),
        ([0, 0], [0, 0], "increasing"),
        ([0, 1], [0, 2], "classes must be 0 to 1"),
        ([0, 1], [-1, 0], "classes must be 0 to 1"),
        ([0], [[True]], "1 columns but 2 classes"),
    ],
)
def test_labels_are_validated(nodes: list[int], y: list[Any], message: str) -> None:
    with pytest.raises(GraphError, match=message):
        Labels(np.array(nodes), np.array(y), ("x", "y"))


def test_two_classes_of_one_name_are_refused() -> None:
    with pytest.raises(GraphError, match="two classes are called 'a'"):
        Labels(np.array([0]), np.array([1]), ("a", "b", "a"))
    with pytest.raises(GraphError, match="two classes are called 'a'"):
        Graph.from_tables(
            {"id": [1], "label": ["a"]}, {"source": [1], "target": [1]}, classes=["a", "a", "b"]
        )


def test_the_parts_of_a_split_are_sorted_and_disjoint() -> None:
    assert Split("a", np.array([3, 1]), np.array([]), np.array([2])).train.tolist() == [1, 3]
    with pytest.raises(GraphError, match="node 2 of type a is in more than one part"):
        Split("a", np.array([1, 2]), np.array([]), np.array([2]))


def test_the_names_of_a_nodes_classes() -> None:
    single = Labels(np.array([0, 2]), np.array([1, 0]), ("x", "y"))
    assert [single.named(y) for y in single.y] == ["y", "x"]
    several = Labels(np.array([0, 2]), np.array([[1, 1], [0, 0]], bool), ("x", "y"))
    assert [several.named(y) for y in several.y] == [["x", "y"], []]


def test_labels_and_splits_are_equal_by_value() -> None:
    one = Labels(np.array([0, 2]), np.array([1, 0]), ("x", "y"))
    assert one == Labels(np.array([0, 2]), np.array([1, 0]), ("x", "y"))
    assert one != Labels(np.array([0, 2]), np.array([1, 1]), ("x", "y"))
    assert one != Labels(np.array([0, 2]), np.array([1, 0]), ("x", "z"))
    split = Split("a", np.array([0]), np.array([1]), np.array([2]))
    assert split == Split("a", np.array([0]), np.array([1]), np.array([2]))
    assert split != Split("b", np.array([0]), np.array([1]), np.array([2]))


def test_arrays_are_copied_and_read_only() -> None:
    nodes = np.array([0, 2])
    labels = Labels(nodes, np.array([1, 0]), ("x", "y"))
    nodes[0] = 1
    assert labels.nodes.tolist() == [0, 2]
    with pytest.raises(ValueError, match="read-only"):
        labels.y[0] = 0
