from __future__ import annotations

import numpy as np
import pytest

from motifcnn.report.predictions import prediction_rows
from motifcnn.train import Run


def test_every_test_node_has_a_row_with_its_classes_and_name(run: Run) -> None:
    rows = prediction_rows(run, run.graph)
    assert {row["node"] for row in rows} == set(run.ids[run.split.test].tolist())
    y = run.graph.labels["paper"].y
    for row in rows:
        p = run.probabilities[row["node"]]
        assert row["name"] == f"Paper {row['node']}"
        assert row["true"] == [run.classes[y[row["node"]]]]
        assert row["predicted"] == [run.classes[p.argmax()]]
        assert row["right"] == (p.argmax() == y[row["node"]])
        first, second = np.sort(p.astype(np.float64))[::-1][:2]
        assert row["margin"] == pytest.approx(first - second)
        assert row["probability"] == pytest.approx(first)


def test_of_several_classes_all_must_be_right(multi_label_run: Run) -> None:
    for row in prediction_rows(multi_label_run, multi_label_run.graph):
        assert row["right"] == (set(row["true"]) == set(row["predicted"]))


def test_of_many_nodes_some_are_taken_from_the_least_to_the_most_sure(run: Run) -> None:
    every = [row["node"] for row in prediction_rows(run, run.graph)]
    some = [row["node"] for row in prediction_rows(run, run.graph, most=5)]
    assert len(some) == 5
    assert (some[0], some[-1]) == (every[0], every[-1])
    places = [every.index(node) for node in some]
    assert np.ptp(np.diff(places)) <= 1
