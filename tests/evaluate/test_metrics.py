"""Metrics of a run."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from sklearn.metrics import confusion_matrix

from motifcnn.errors import GraphError
from motifcnn.evaluate import confusion, per_class
from motifcnn.graph.labels import Labels
from motifcnn.train import fit
from tests.small_graphs import bibliography


@pytest.mark.parametrize("multi_label", [False, True])
def test_macro_f1_is_the_mean_over_classes(multi_label: bool) -> None:
    run = fit(bibliography(multi_label=multi_label), model="mlp", split=(0.4, 0.2, 0.4), epochs=10)
    assert per_class(run).f1.mean() == pytest.approx(run.test.macro_f1)
    assert list(per_class(run)["class"]) == ["db", "ml", "ir"]


def test_confusion_is_that_of_scikit_learn() -> None:
    graph = bibliography()
    run = fit(graph, model="mlp", split=(0.4, 0.2, 0.4), epochs=10)
    predicted = run.probabilities[run.split.test].argmax(axis=1)
    expected = confusion_matrix(
        graph.labels["paper"].y[run.split.test], predicted, labels=np.arange(3)
    )
    np.testing.assert_array_equal(confusion(run).to_numpy(), expected)


def test_a_graph_with_other_classes_is_refused() -> None:
    graph = bibliography()
    run = fit(graph, model="majority", split=(0.4, 0.2, 0.4))
    labels = graph.labels["paper"]
    other = replace(graph, labels={"paper": Labels(labels.nodes, labels.y, ("x", "y", "z"))})
    with pytest.raises(GraphError, match="other nodes or classes of type paper"):
        per_class(run, other)
