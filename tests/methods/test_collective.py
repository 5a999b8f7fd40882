"""Collective classification follows labels along links."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse
from sklearn.linear_model import LogisticRegression

from motifcnn.methods.collective import CollectiveSettings, classify_together
from motifcnn.methods.paths import paths
from motifcnn.methods.task import Task

N = 40
FIELD = np.arange(N) % 2
NOTHING = sparse.csr_array((N, 0))


def task_of(train: np.ndarray) -> Task:
    return Task(train, train[:0], FIELD[train], train[:0], 2)


def chain_within_each_class() -> sparse.csr_array:
    links = np.zeros((N, N), dtype=bool)
    links[np.arange(N - 2), np.arange(2, N)] = True
    return sparse.csr_array(links | links.T)


def test_labels_travel_as_far_as_there_are_sweeps() -> None:
    train, ways = np.arange(8), [paths([chain_within_each_class()])]
    far = classify_together(NOTHING, ways, task_of(train), CollectiveSettings(sweeps=20), 0)
    assert (far.argmax(axis=1) == FIELD).all()
    near = classify_together(NOTHING, ways, task_of(train), CollectiveSettings(sweeps=1), 0)
    np.testing.assert_allclose(near[-1], near[-2])  # nothing has reached the end of either chain


def test_without_neighbours_it_is_logistic_regression() -> None:
    x = sparse.csr_array(np.random.default_rng(0).random((N, 5)) + FIELD[:, None])
    train = np.arange(10)
    found = classify_together(x, [], task_of(train), CollectiveSettings(inverse_l2=3.0), 0)
    theirs = LogisticRegression(C=3.0, max_iter=500).fit(x[train], FIELD[train]).predict_proba(x)
    np.testing.assert_allclose(np.exp(found), np.clip(theirs, 1e-6, 1), rtol=1e-6)


@pytest.mark.parametrize("aggregate", ["proportion", "count"])
def test_without_refitting_the_relational_model_is_that_of_the_bootstrap(aggregate: str) -> None:
    x = sparse.csr_array(np.random.default_rng(1).random((N, 5)) + 0.3 * FIELD[:, None])
    links, train = chain_within_each_class(), np.arange(12)
    settings = CollectiveSettings(aggregate=aggregate, refit=False, sweeps=1, inverse_l2=1.0)
    found = classify_together(x, [paths([links])], task_of(train), settings, 0)
    y = np.eye(2)[LogisticRegression(C=1.0, max_iter=500).fit(x[train], FIELD[train]).predict(x)]
    y[train] = np.eye(2)[FIELD[train]]
    degree = links.toarray().sum(axis=1, keepdims=True) if aggregate == "proportion" else 1
    told = np.hstack([x.toarray(), links.toarray() @ y / degree])
    relational = LogisticRegression(C=1.0, max_iter=500).fit(told[train], FIELD[train])
    # The first six nodes of a class see training nodes only, whose labels no sweep changes.
    np.testing.assert_allclose(np.exp(found[:10]), relational.predict_proba(told[:10]), rtol=1e-4)
