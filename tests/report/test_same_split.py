from __future__ import annotations

from dataclasses import replace

import pytest

from motifcnn.graph import Graph
from motifcnn.report import render_report
from motifcnn.report.same_split import ComparisonError, named_baselines
from motifcnn.train import Run, Scores, fit
from tests.small_runs import SHARES


def test_runs_on_the_same_split_stand_beside_each_other(run: Run, baseline: Run) -> None:
    given = Scores(0.5, 0.4, 0.5, 40)
    assert named_baselines(run, [baseline]) == {"mlp": baseline}
    both = {"mine": baseline, "given": given}
    assert named_baselines(run, both) == both


def test_a_baseline_on_another_split_is_refused(run: Run, graph: Graph) -> None:
    other = fit(graph, model="majority", split=SHARES, seed=1)
    with pytest.raises(
        ComparisonError,
        match="'majority' has another split than motif-cnn: 24 training nodes, 24 are expected",
    ):
        render_report(run, baselines=[other])


def test_a_baseline_with_another_target_or_other_classes_is_refused(run: Run) -> None:
    with pytest.raises(
        ComparisonError, match="classifies venue nodes, motif-cnn classifies paper nodes"
    ):
        named_baselines(run, {"other": replace(run, target="venue")})
    with pytest.raises(ComparisonError, match="has the classes a, b, c"):
        named_baselines(run, {"other": replace(run, classes=("a", "b", "c"))})
