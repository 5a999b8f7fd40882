from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
from torch_geometric.data import HeteroData

from motifcnn.errors import GraphError
from motifcnn.graph import Labels
from motifcnn.graph.convert.pyg_labels import put_labels, read_labels, read_splits


def store(**parts: Any) -> Any:
    made = HeteroData()["a"]
    made.num_nodes = 3
    for name, value in parts.items():
        made[name] = value
    return made


@pytest.mark.parametrize(
    "labels",
    [
        Labels(np.array([0, 2]), np.array([1, 0]), ("x", "y", "z")),
        Labels(np.array([1, 2]), np.array([[True, True], [False, False]]), ("x", "y")),
    ],
    ids=["classes", "multi-label"],
)
def test_labels_come_back_equal(labels: Labels) -> None:
    made = store()
    put_labels(made, labels, 3)
    assert read_labels("a", made, 3) == labels


def test_no_label_is_none_and_a_wrong_shape_is_refused() -> None:
    assert read_labels("a", store(), 3) is None
    assert read_labels("a", store(y=torch.tensor([-1, -1, -1])), 3) is None
    with pytest.raises(GraphError, match=r"y of a is int64 \(2,\); expected 3 class numbers"):
        read_labels("a", store(y=torch.tensor([0, 1])), 3)


def test_masks_are_splits_of_labelled_nodes() -> None:
    labels = Labels(np.array([0, 1]), np.array([0, 0]), ("x",))
    train = torch.tensor([[True, False], [False, True], [True, True]])
    splits = read_splits("a", store(train_mask=train, test_mask=~train), labels)
    assert {name: s.train.tolist() for name, s in splits.items()} == {
        "public-0": [0],
        "public-1": [1],
    }
    assert [s.test.tolist() for s in splits.values()] == [[1], [0]]
    assert read_splits("a", store(), labels) == {}
