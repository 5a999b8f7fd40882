"""MLP and logistic regression see features and nothing else."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

from motifcnn.graph.graph import Graph
from motifcnn.train import fit, random_split
from tests.small_graphs import bibliography


@pytest.mark.parametrize("model", ["mlp", "logistic"])
def test_links_do_not_matter(model: str) -> None:
    graph = bibliography()
    none = {key: np.zeros(matrix.shape) for key, matrix in graph.adjacency.items()}
    bare = Graph(graph.schema, none, graph.counts, features=graph.features, labels=graph.labels)
    runs = [fit(g, model=model, split=(0.4, 0.2, 0.4), epochs=10) for g in (graph, bare)]
    assert np.array_equal(runs[0].probabilities, runs[1].probabilities)


def test_logistic_regression_is_as_good_as_that_of_scikit_learn() -> None:
    graph = bibliography(400)
    split = random_split(graph, fractions=(0.4, 0.2, 0.4))
    x, y = graph.features["paper"], graph.labels["paper"].y
    x = x / np.maximum(np.linalg.norm(x, axis=1, keepdims=True), 1e-12)
    theirs = (
        LogisticRegression(C=10.0, max_iter=500)
        .fit(x[split.train], y[split.train])
        .score(x[split.test], y[split.test])
    )
    assert fit(graph, model="logistic", split=split).test.accuracy == pytest.approx(
        theirs, abs=0.06
    )
