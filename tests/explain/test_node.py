from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from motifcnn.errors import GraphError
from motifcnn.explain.node import describe_node, find_node, plain, predicted_classes, true_classes
from motifcnn.train import Run


def test_an_id_wins_over_a_name(run: Run) -> None:
    names = np.array(["7", *run.names[1:]], dtype=object)
    assert find_node(replace(run, names=names), "7") == 7
    assert find_node(run, "Paper 3") == find_node(run, 3) == 3


def test_a_run_without_names_shows_ids(run: Run) -> None:
    with pytest.raises(GraphError, match="'gimp'; ids are such as 0, 1, 2"):
        find_node(replace(run, names=None), "gimp")


def test_a_node_is_described_by_plain_values(run: Run) -> None:
    described = describe_node(run, run.graph, 5)
    assert json.loads(json.dumps(described))["node"] == 5
    assert dict(described["probabilities"]) == pytest.approx(
        dict(zip(run.classes, run.probabilities[5].tolist(), strict=True))
    )
    ranked = [probability for _, probability in described["probabilities"]]
    assert ranked == sorted(ranked, reverse=True)
    assert described["predicted"] == [run.classes[run.probabilities[5].argmax()]]
    assert described["true"] == [run.classes[run.graph.labels["paper"].y[5]]]


def test_several_classes_are_those_over_the_threshold(multi_label_run: Run) -> None:
    run = replace(multi_label_run, threshold=0.4)
    assert predicted_classes(run, np.array([0.5, 0.1, 0.45], dtype=np.float32)) == [
        run.classes[0],
        run.classes[2],
    ]
    assert predicted_classes(run, np.array([0.1, 0.1, 0.1], dtype=np.float32)) == []
    marks = run.graph.labels["paper"].y[3]
    assert true_classes(run, run.graph, 3) == [run.classes[c] for c in np.flatnonzero(marks)]


def test_a_node_without_a_label_or_a_graph_has_no_true_class(run: Run) -> None:
    labels = run.graph.labels["paper"]
    rest = replace(labels, nodes=labels.nodes[1:], y=labels.y[1:])
    assert true_classes(run, replace(run.graph, labels={"paper": rest}, splits={}), 0) is None
    assert true_classes(run, None, 0) is None


def test_ids_are_python_values() -> None:
    assert type(plain(np.int64(3))) is int
    assert plain("a") == "a"
