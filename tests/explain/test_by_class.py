from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from motifcnn.explain.by_class import class_members, mean_by_class
from motifcnn.graph import Split
from motifcnn.train import Run


def test_means_are_over_the_test_nodes_of_each_class(run: Run) -> None:
    values = np.random.default_rng(0).random((80, 2))
    found = mean_by_class(run, run.graph, ["a", "b"], pd.Series(values.ravel()))
    y = run.graph.labels["paper"].y[run.split.test]
    for c, name in enumerate(run.classes):
        expected = values[run.split.test][y == c].mean(axis=0)
        assert found[name].tolist() == pytest.approx(expected.tolist())


def test_a_class_without_test_nodes_has_none(run: Run) -> None:
    y = run.graph.labels["paper"].y
    only = Split("paper", np.arange(0), np.arange(0), np.flatnonzero(y == 1))
    found = mean_by_class(replace(run, split=only), run.graph, ["a"], pd.Series(np.ones(80)))
    assert found.loc["a"].isna().tolist() == [True, False, True]


def test_members_are_marks_for_either_kind_of_labels() -> None:
    marks = np.array([[True, False], [True, True]])
    assert (class_members(marks, 2) == marks).all()
    assert class_members(np.array([1]), 3).tolist() == [[False, True, False]]
