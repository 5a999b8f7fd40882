from __future__ import annotations

from dataclasses import replace

import numpy as np

from motifcnn.explain import explain
from motifcnn.report.examples import MOTIFS, example_rows, explained_examples
from motifcnn.train import Run


def margin(run: Run, row: int) -> float:
    first, second = np.sort(run.probabilities[row].astype(np.float64))[::-1][:2]
    return float(first - second)


def test_examples_are_the_extremes_of_the_test_nodes(run: Run) -> None:
    found = example_rows(run, run.graph)
    test, y = run.split.test, run.graph.labels["paper"].y
    right = run.probabilities[test].argmax(axis=1) == y[test]
    sure = {row: margin(run, row) for row in test.tolist()}
    assert sure[found["Surest right prediction"]] == max(sure[r] for r in test[right].tolist())
    assert sure[found["Surest wrong prediction"]] == max(sure[r] for r in test[~right].tolist())
    assert sure[found["Least sure prediction"]] == min(sure.values())


def test_where_all_are_right_there_is_no_wrong_one(run: Run) -> None:
    y = run.graph.labels["paper"].y
    perfect = replace(run, probabilities=np.eye(3, dtype=np.float32)[y])
    assert "Surest wrong prediction" not in example_rows(perfect, run.graph)


def test_each_example_is_the_explanation_of_its_node(run: Run) -> None:
    rows = example_rows(run, run.graph)
    for example in explained_examples(run, run.graph):
        expected = explain(run, run.ids[rows[example["title"]]], limit=4)
        assert example["found"] == expected
        assert len(example["motifs"]) <= MOTIFS
        assert all(entry["instances"] for entry in example["motifs"])
        assert sum(map(len, example["roles"].values())) == len(expected.neighbours)


def test_a_baseline_has_examples_without_motifs(baseline: Run) -> None:
    assert all(not example["motifs"] for example in explained_examples(baseline, baseline.graph))
