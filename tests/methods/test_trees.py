"""Trees in buffers predict what scikit-learn's model predicts."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from sklearn.ensemble import HistGradientBoostingClassifier

from motifcnn.errors import StoreError
from motifcnn.methods.trees import BoostedTrees

X = np.random.default_rng(0).random((300, 5)).astype(np.float32)


def grown(y: np.ndarray, leaves: int = 7) -> HistGradientBoostingClassifier:
    return HistGradientBoostingClassifier(
        max_iter=12, max_leaf_nodes=leaves, min_samples_leaf=3, early_stopping=False
    ).fit(X, y)


@pytest.mark.parametrize("leaves", [2, 7, 40])
def test_logits_of_several_classes_are_the_decision_function(leaves: int) -> None:
    model = grown((3 * X[:, 0] * X[:, 1] + X[:, 2]).astype(int) % 3, leaves)
    trees = BoostedTrees(12, 3, leaves)
    trees.take(model, [0, 1, 2])
    x = torch.from_numpy(X.astype(np.float64))
    parts = list(trees.rounds(x, 12))
    for stage, theirs in enumerate(model.staged_decision_function(X), 1):
        ours = trees.baseline + sum(parts[:stage])
        np.testing.assert_allclose(ours, theirs, rtol=1e-9, atol=1e-12)
    assert torch.equal(trees(x), trees.baseline.expand(300, 3).float())
    trees.kept.fill_(12)
    np.testing.assert_allclose(trees(x), model.decision_function(X), rtol=1e-5, atol=1e-6)


def test_trees_of_one_class_leave_the_others_alone() -> None:
    model = grown(X[:, 3] > 0.4)
    trees = BoostedTrees(12, 3, 7)
    trees.take(model, [1])
    trees.kept.fill_(5)
    found = trees(torch.from_numpy(X.astype(np.float64)))
    theirs = list(model.staged_decision_function(X))[4]
    np.testing.assert_allclose(found[:, 1], theirs.ravel(), rtol=1e-5, atol=1e-6)
    assert not found[:, [0, 2]].any()


@pytest.mark.parametrize(
    ("name", "value"),
    [("left", -1), ("left", 2**40), ("right", 99), ("feature", 7), ("feature", -3), ("kept", 10)],
)
def test_stored_trees_that_lead_elsewhere_are_refused(name: str, value: int) -> None:
    trees = BoostedTrees(rounds=2, classes=3, leaves=4)
    trees.get_buffer(name).fill_(value)
    if name != "kept":
        trees.kept.fill_(1)
    with pytest.raises(StoreError, match=f"{name} is .*expected"):
        trees(torch.zeros(5, 2, dtype=torch.float64))


def test_stored_trees_with_a_circle_end() -> None:
    trees = BoostedTrees(rounds=1, classes=1, leaves=4)
    trees.kept.fill_(1)
    trees.left[0, 0, :2] = trees.right[0, 0, :2] = torch.tensor([1, 0])
    assert trees(torch.zeros(5, 2, dtype=torch.float64)).shape == (5, 1)
