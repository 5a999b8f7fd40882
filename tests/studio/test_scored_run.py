"""Scores and intervals of a run are those of the library."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import motifcnn as mc
from motifcnn.evaluate import intervals
from motifcnn.graph import Graph
from motifcnn.studio.scored_run import scored_run


def test_scores_have_the_intervals_of_the_library(debian: Graph, stored: Path) -> None:
    run = mc.load_run(stored / "1-motif-cnn")
    found = scored_run(debian, stored / "1-motif-cnn")
    labels = debian.labels["package"]
    y = dict(zip(labels.nodes.tolist(), labels.y.tolist(), strict=True))
    true = np.array([y[row] for row in run.split.test.tolist()])
    predicted = run.probabilities[run.split.test].argmax(axis=1)
    expected = intervals(true, predicted)
    for metric in ("micro_f1", "macro_f1"):
        score = getattr(found.view, metric)
        assert score.value == getattr(run.test, metric)
        assert (score.low, score.high) == pytest.approx(expected[metric])
    assert (found.y == found.predicted).mean() == pytest.approx(run.test.micro_f1)


def test_runs_on_one_split_compare_and_others_do_not(
    debian: Graph, stored: Path, tmp_path: Path
) -> None:
    one, other = (scored_run(debian, stored / name) for name in ("1-motif-cnn", "2-gcn"))
    assert one.view.split == other.view.split
    np.testing.assert_array_equal(one.y, other.y)
    mc.fit(debian, model="majority", seed=4, split=[0.2, 0.1, 0.7]).save(tmp_path / "run")
    assert scored_run(debian, tmp_path / "run").view.split != one.view.split


def test_a_run_that_cannot_be_shown_says_why(debian: Graph, stored: Path, tmp_path: Path) -> None:
    shutil.copytree(stored / "2-gcn", tmp_path / "broken")
    (tmp_path / "broken" / "weights.safetensors").write_bytes(b"")
    assert scored_run(debian, tmp_path / "broken").view.problem
    fewer = replace(debian, names={}, ids={**debian.ids, "package": debian.ids["package"] + 1})
    assert "this graph has others" in scored_run(fewer, stored / "2-gcn").view.problem
