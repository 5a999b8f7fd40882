"""Repeated splits."""

from __future__ import annotations

import numpy as np
import pytest

from motifcnn.errors import MotifCNNError
from motifcnn.evaluate import compare, evaluate
from motifcnn.train import Run, fit, random_split
from tests.small_graphs import bibliography


def test_mean_and_deviation_are_those_of_single_runs() -> None:
    graph = bibliography()
    runs: list[Run] = []
    result = evaluate(
        graph, model="mlp", splits=3, fractions=(0.3, 0.2, 0.5), epochs=5, on_run=runs.append
    )
    each = []
    for seed in range(3):
        split = random_split(graph, fractions=(0.3, 0.2, 0.5), seed=seed)
        each.append(fit(graph, model="mlp", split=split, seed=seed, epochs=5).test.macro_f1)
    assert [run.test.macro_f1 for run in runs] == each
    assert [run.seed for run in runs] == [0, 1, 2]
    assert result.mean("macro_f1") == pytest.approx(np.mean(each))
    assert result.deviation("macro_f1") == pytest.approx(np.std(each, ddof=1))
    assert str(result).startswith("mlp: ")


def test_splits_are_made_here_not_given() -> None:
    with pytest.raises(MotifCNNError, match="seed of every run"):
        evaluate(bibliography(), model="mlp", seed=1)


def test_what_belongs_to_one_fit_or_is_no_metric_is_refused() -> None:
    with pytest.raises(MotifCNNError, match="a checkpoint belongs to one fit"):
        evaluate(bibliography(), model="majority", splits=2, checkpoint="state")
    found = evaluate(bibliography(), model="majority", splits=2)
    with pytest.raises(
        MotifCNNError, match="metric must be micro_f1, macro_f1 or accuracy; got 'f1'"
    ):
        found.mean("f1")
    with pytest.raises(MotifCNNError, match="test must be t or wilcoxon, got 'student'"):
        compare(found, found, test="student")  # type: ignore[arg-type]
