"""Logistic regression is scikit-learn's, and has an answer where that has none."""

from __future__ import annotations

import numpy as np
from sklearn.linear_model import LogisticRegression

from motifcnn.methods.regression import fit_regression, own_features
from motifcnn.methods.task import Task
from motifcnn.nn.inputs import InputSettings
from tests.small_graphs import bibliography

X = np.random.default_rng(0).random((30, 4))


def task_of(y: np.ndarray, classes: int) -> Task:
    rows = np.arange(len(y))
    return Task(rows, rows[:0], y, y[:0], classes)


def test_several_classes_per_node_are_told_apart_one_by_one() -> None:
    y = X[:, :3] > 0.5
    found = fit_regression(X, task_of(y, 3), 2.0).probabilities(X)
    theirs = np.stack(
        [
            LogisticRegression(C=2.0, max_iter=500).fit(X, column).predict_proba(X)[:, 1]
            for column in y.T
        ],
        axis=1,
    )
    np.testing.assert_allclose(found, theirs)


def test_an_absent_class_has_probability_0_and_no_columns_give_shares() -> None:
    y = np.where(X[:, 0] > 0.5, 3, 1)
    found = fit_regression(X, task_of(y, 4), 1.0).probabilities(X)
    assert (found[:, [0, 2]] == 0).all()
    np.testing.assert_allclose(found.sum(axis=1), 1)
    shares = np.bincount(y, minlength=4) / 30
    np.testing.assert_allclose(
        fit_regression(X[:, :0], task_of(y, 4), 1.0).probabilities(X[:2, :0]), [shares, shares]
    )


def test_own_features_are_those_of_the_target_type() -> None:
    graph = bibliography()
    np.testing.assert_array_equal(
        own_features(graph, "paper", InputSettings()).toarray(), graph.features["paper"]
    )
    assert own_features(graph, "author", InputSettings(featureless="none")).shape == (60, 0)
