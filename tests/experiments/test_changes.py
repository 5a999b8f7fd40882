from __future__ import annotations

import numpy as np

from motifcnn.experiments.changes import CHANGES
from motifcnn.graph import Graph, Labels, Relation, Schema


def twelve_groups() -> Graph:
    """Twelve users in a ring, of whom user i is in groups i, ..., 11: group 0 is the smallest."""
    ring = np.roll(np.eye(12), 1, axis=1)
    schema = Schema(("user",), (Relation("user", "knows", "user", directed=False),))
    labels = Labels(np.arange(12), np.triu(np.ones((12, 12))).astype(bool), tuple("abcdefghijkl"))
    return Graph(
        schema,
        {("user", "knows", "user"): ring},
        {"user": 12},
        features={"user": np.eye(12)},
        labels={"user": labels},
    )


def test_the_ten_largest_groups_have_no_features() -> None:
    changed = CHANGES["ten largest groups, no features"](twelve_groups())
    assert changed.labels["user"].classes == tuple("cdefghijkl")
    assert not changed.features


def test_a_graph_without_features_keeps_its_labels() -> None:
    bare = CHANGES["no features"](twelve_groups())
    assert not bare.features
    assert bare.labels["user"].classes == tuple("abcdefghijkl")


def test_the_largest_component_of_a_ring_is_the_ring() -> None:
    assert CHANGES["largest component"](twelve_groups()).counts == {"user": 12}
