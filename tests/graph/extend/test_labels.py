"""Labels of new nodes are kept in the known classes; known ones never change."""

from __future__ import annotations

import numpy as np
import pytest

from motifcnn.graph.extend.labels import labels_of, split_of
from motifcnn.graph.extend.places import find_places
from motifcnn.graph.labels import Labels, Split

AT = find_places(np.array([2, 5, 7]), np.array([1, 5, 9]))  # in the union: 1, 2, 5, 7, 9
KNOWN = Labels([0, 1], [0, 1], ("mail", "web"))


def test_new_nodes_and_those_without_a_label_get_theirs() -> None:
    found = labels_of(KNOWN, Labels([0, 2], [0, 1], ("web", "mail")), "host", AT)
    assert found == Labels([0, 1, 2, 4], [1, 0, 1, 0], ("mail", "web"))  # classes by name
    assert labels_of(KNOWN, None, "host", AT) == Labels([1, 2], [0, 1], ("mail", "web"))
    assert labels_of(None, KNOWN, "host", AT) is None


def test_a_known_label_stays_and_its_change_is_told() -> None:
    with pytest.warns(UserWarning, match="1 known host node has other labels now, such as 5"):
        found = labels_of(KNOWN, Labels([1], [0], ("mail", "web")), "host", AT)
    assert found == Labels([1, 2], [0, 1], ("mail", "web"))


def test_a_class_that_nothing_can_predict_is_left_out_and_told() -> None:
    with pytest.warns(UserWarning, match="1 labels of type host are left out.*mail, web"):
        found = labels_of(KNOWN, Labels([0, 2], [0, 1], ("dns", "web")), "host", AT)
    assert found == Labels([1, 2, 4], [0, 1, 1], ("mail", "web"))


def test_several_classes_per_node() -> None:
    known = Labels([0], [[True, True]], ("mail", "web"))
    new = Labels([0, 2], [[True, False], [True, True]], ("web", "mail"))
    found = labels_of(known, new, "host", AT)
    rows = [[False, True], [True, True], [True, True]]
    assert found == Labels([0, 1, 4], rows, ("mail", "web"))
    single = Labels([2], [0], ("web",))
    assert labels_of(known, single, "host", AT) == Labels([1, 4], [rows[1], rows[0]], known.classes)


def test_splits_name_the_same_nodes() -> None:
    assert split_of(Split("host", [0], [2], [1]), AT) == Split("host", [1], [3], [2])
