from __future__ import annotations

from dataclasses import replace

import numpy as np

from motifcnn.evaluate.bootstrap import intervals
from motifcnn.graph import Split
from motifcnn.report.score_rows import run_intervals, score_rows
from motifcnn.train import Run, Scores


def test_runs_have_intervals_and_bare_scores_have_none(run: Run, baseline: Run) -> None:
    rows = score_rows(run, run.graph, {"mlp": baseline, "given": Scores(0.5, 0.4, 0.5, 40)})
    assert [row["name"] for row in rows] == ["mlp", "given", "motif-cnn"]
    assert [row["own"] for row in rows] == [False, False, True]
    assert rows[1]["intervals"] is None
    y = run.graph.labels["paper"].y[run.split.test]
    for row, found in ((rows[0], baseline), (rows[2], run)):
        assert row["scores"] == found.test
        predicted = found.probabilities[found.split.test].argmax(axis=1)
        assert row["intervals"] == intervals(y, predicted)


def test_a_run_without_test_nodes_has_no_interval(run: Run) -> None:
    none = Split("paper", np.arange(40), np.arange(40, 80), np.arange(0))
    assert run_intervals(replace(run, split=none), run.graph) is None
