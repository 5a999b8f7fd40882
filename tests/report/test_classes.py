from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from sklearn.metrics import confusion_matrix

from motifcnn.graph import Labels
from motifcnn.report.classes import MOST_CLASSES, class_rows, confusion_table
from motifcnn.report.heat import heat_step
from motifcnn.train import Run


def expected_confusion(run: Run) -> np.ndarray:
    y = run.graph.labels["paper"].y[run.split.test]
    return confusion_matrix(y, run.probabilities[run.split.test].argmax(axis=1), labels=range(3))


def test_confusion_is_that_of_scikit_learn_coloured_by_the_share_of_its_row(run: Run) -> None:
    table, expected = confusion_table(run, run.graph), expected_confusion(run)
    cells = [[cell["text"] for cell in row["cells"]] for row in table["rows"]]
    assert cells == expected.astype(str).tolist()
    shares = expected / expected.sum(axis=1, keepdims=True)
    steps = [[cell["step"] for cell in row["cells"]] for row in table["rows"]]
    assert steps == [[heat_step(share) for share in row] for row in shares]


def test_scores_per_class_are_those_of_the_confusion_matrix(run: Run) -> None:
    expected = expected_confusion(run)
    hits = np.diag(expected)
    for c, row in enumerate(class_rows(run, run.graph)):
        assert (row["hits"], row["missed"], row["wrong"]) == (
            hits[c],
            expected[c].sum() - hits[c],
            expected[:, c].sum() - hits[c],
        )
        assert row["recall"] == pytest.approx(hits[c] / max(expected[c].sum(), 1))


def test_several_classes_per_node_have_counts_instead_of_a_confusion_matrix(
    multi_label_run: Run,
) -> None:
    graph = multi_label_run.graph
    assert confusion_table(multi_label_run, graph) is None
    marked = graph.labels["paper"].y[multi_label_run.split.test]
    rows = class_rows(multi_label_run, graph)
    assert [row["hits"] + row["missed"] for row in rows] == marked.sum(axis=0).tolist()


def test_of_too_many_classes_the_largest_confusions_are_listed(run: Run) -> None:
    many = MOST_CLASSES + 1
    classes = tuple(f"class {c}" for c in range(many))
    y = np.arange(80) % many
    graph = replace(run.graph, labels={"paper": Labels(np.arange(80), y, classes)})
    predicted = np.where(np.arange(80) % 3 == 0, (y + 1) % many, y)
    other = replace(run, classes=classes, probabilities=np.eye(many, dtype=np.float32)[predicted])
    table = confusion_table(other, graph)
    assert table["rows"] == []
    counts = [pair["count"] for pair in table["pairs"]]
    assert counts == sorted(counts, reverse=True)
    test = run.split.test
    for pair in table["pairs"]:
        t, p = (classes.index(pair[side]) for side in ("true", "predicted"))
        assert t != p and pair["count"] == ((y[test] == t) & (predicted[test] == p)).sum()
