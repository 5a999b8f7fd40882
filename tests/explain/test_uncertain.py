from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from motifcnn.explain.uncertain import least_sure, margins
from motifcnn.train import Run


def test_the_margin_is_the_gap_between_the_two_most_probable_classes() -> None:
    probabilities = np.array([[0.2, 0.5, 0.3], [0.0, 0.0, 1.0]], dtype=np.float32)
    assert margins(probabilities, False, 0.5) == pytest.approx([0.2, 1.0])


def test_with_several_classes_the_margin_is_the_closest_decision() -> None:
    probabilities = np.array([[0.9, 0.35], [0.05, 0.8]], dtype=np.float32)
    assert margins(probabilities, True, 0.4) == pytest.approx([0.05, 0.35])


def test_one_class_leaves_no_uncertainty() -> None:
    assert margins(np.ones((2, 1), dtype=np.float32), False, 0.5).tolist() == [1.0, 1.0]


def test_the_least_sure_nodes_come_first_and_are_no_training_nodes(run: Run) -> None:
    found = least_sure(run, limit=10)
    gaps = [node["margin"] for node in found]
    assert len(found) == 10
    assert gaps == sorted(gaps)
    seen = {int(i) for i in run.ids[np.concatenate([run.split.train, run.split.val])]}
    assert not seen & {node["node"] for node in found}
    test = margins(run.probabilities[run.split.test], False, 0.5)
    assert gaps == pytest.approx(np.sort(test)[:10])


def test_the_true_class_is_that_of_the_graph(run: Run) -> None:
    labels = run.graph.labels["paper"]
    for node in least_sure(run):
        assert node["true"] == [run.classes[labels.y[node["node"]]]]
        assert node["predicted"] == [node["probabilities"][0][0]]


def test_without_a_graph_the_true_class_is_unknown(run: Run) -> None:
    found = least_sure(replace(run, graph=None))
    assert [node["true"] for node in found] == [None] * len(least_sure(run))
    assert [node["node"] for node in found] == [node["node"] for node in least_sure(run)]
