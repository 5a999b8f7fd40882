from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from motifcnn.datasets import load_dataset
from motifcnn.errors import GraphError
from motifcnn.experiments.changes import CHANGES
from motifcnn.experiments.social import largest_groups, without_features
from motifcnn.graph import Graph, Labels, Relation, Schema
from tests.small_graphs import bibliography


def users(y: np.ndarray) -> Graph:
    """A star: user 0 knows all others; the last knows nobody."""
    n = len(y)
    links = np.zeros((n, n))
    links[0, 1 : n - 1] = 1
    schema = Schema(("user",), (Relation("user", "knows", "user", directed=False),))
    labels = Labels(np.arange(n), y, tuple("abcdef"[: y.shape[1]]))
    return Graph(
        schema,
        {("user", "knows", "user"): links},
        {"user": n},
        features={"user": np.eye(n)},
        labels={"user": labels},
    )


def test_the_largest_groups_stay_in_their_order_and_others_are_not_labelled() -> None:
    y = np.array([[1, 0, 1], [0, 0, 1], [1, 0, 1], [0, 1, 0], [1, 0, 0]], dtype=bool)
    labels = largest_groups(users(y), 2).labels["user"]
    assert labels.classes == ("a", "c")
    assert labels.nodes.tolist() == [0, 1, 2, 4]
    assert labels.y.tolist() == y[[0, 1, 2, 4]][:, [0, 2]].tolist()


def test_groups_are_for_several_classes_per_node() -> None:
    with pytest.raises(GraphError, match="one class each"):
        largest_groups(bibliography())


def test_without_features_nothing_but_the_links_is_left() -> None:
    graph = users(np.ones((4, 2), dtype=bool))
    assert not without_features(graph).features
    assert without_features(graph).labels == graph.labels


def test_flickr_groups_have_the_ten_largest(data_folder: Path) -> None:
    graph = load_dataset("flickr-groups-8000")
    sizes = np.sort(np.asarray(graph.labels["user"].y).sum(axis=0))[::-1]
    chosen = CHANGES["ten largest groups, no features"](graph)
    assert len(chosen.labels["user"].classes) == 10
    assert (
        sorted(np.asarray(chosen.labels["user"].y).sum(axis=0), reverse=True) == sizes[:10].tolist()
    )
    assert not chosen.features
