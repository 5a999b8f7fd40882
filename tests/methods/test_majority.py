"""The majority class is what it says."""

from __future__ import annotations

import numpy as np

from motifcnn.train import fit
from tests.small_graphs import bibliography


def test_every_node_gets_the_most_frequent_training_class() -> None:
    graph = bibliography()
    run = fit(graph, model="majority", split=(0.4, 0.2, 0.4))
    y = graph.labels["paper"].y
    most = np.bincount(y[run.split.train]).argmax()
    assert set(run.predict().predicted) == {graph.labels["paper"].classes[most]}
    assert run.test.accuracy == (y[run.split.test] == most).mean()
