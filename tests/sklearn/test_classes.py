from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from motifcnn.errors import GraphError
from motifcnn.graph.labels import Labels
from motifcnn.sklearn.classes import Classes, classes_of, held_out, labels_of


def test_classes_are_sorted_and_named() -> None:
    found = classes_of(np.array([3, 1, 3]))
    assert (found.values.tolist(), found.y.tolist(), found.names) == ([1, 3], [1, 0, 1], ("1", "3"))


def test_classes_with_the_same_text_keep_names_of_their_own() -> None:
    found = Classes(np.array(["x", _Twin("x")], dtype=object), np.array([0, 1]))
    assert found.names == ("x (0)", "x (1)")


class _Twin(str):
    def __eq__(self, other: object) -> bool:
        return self is other

    __hash__ = str.__hash__


@pytest.mark.parametrize("make", [np.array, sparse.csr_matrix])
def test_an_indicator_matrix_has_a_class_per_column(make: type) -> None:
    found = classes_of(make([[0, 1, 1], [1, 0, 0]]))
    assert found.values.tolist() == [0, 1, 2]
    assert found.y.tolist() == [[False, True, True], [True, False, False]]


def test_a_continuous_target_is_refused() -> None:
    with pytest.raises(ValueError, match="Unknown label type"):
        classes_of([0.5, 1.5])
    with pytest.raises(GraphError, match="y is None"):
        classes_of(None)


def test_a_node_may_be_listed_again_with_the_same_class_only() -> None:
    labels = labels_of(np.array([5, 2, 5]), classes_of(["b", "a", "b"]))
    assert (labels.nodes.tolist(), labels.y.tolist()) == ([2, 5], [0, 1])
    with pytest.raises(GraphError, match="sample 2: the node was listed before, as sample 0"):
        labels_of(np.array([5, 2, 5]), classes_of(["b", "a", "a"]))
    with pytest.raises(GraphError, match="inconsistent numbers of samples"):
        labels_of(np.array([5, 2]), classes_of(["b", "a", "a"]))


@pytest.mark.parametrize("multi_label", [False, True])
def test_every_class_gives_its_share(multi_label: bool) -> None:
    y = np.repeat([0, 1, 2], [50, 30, 20])
    given = np.eye(3, dtype=bool)[y] if multi_label else y
    labels = Labels(np.arange(100), given, ("a", "b", "c"))
    held = held_out(labels, 0.2, seed=3)
    assert np.bincount(y[held]).tolist() == [10, 6, 4]
    assert not np.array_equal(held, held_out(labels, 0.2, seed=4))
    np.testing.assert_array_equal(held, held_out(labels, 0.2, seed=3))


def test_one_node_at_least_is_held_out_and_one_is_not() -> None:
    labels = Labels(np.arange(2), np.array([0, 1]), ("a", "b"))
    for share in (0.01, 0.99):
        assert held_out(labels, share, seed=0).sum() == 1


def test_the_only_node_of_a_class_is_trained_on() -> None:
    labels = Labels(np.arange(11), np.array([0] * 10 + [1]), ("a", "b"))
    assert not any(held_out(labels, 0.3, seed=s)[10] for s in range(20))
