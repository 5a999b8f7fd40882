from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from motifcnn.explain.importance import Importance
from motifcnn.graph.fingerprint import graph_fingerprint
from motifcnn.report.page import SECTIONS, Additions, page_content
from motifcnn.train import Run, Scores


def content(run: Run, **given: Any) -> dict[str, Any]:
    assert run.graph is not None
    return page_content(run, run.graph, Additions(given.pop("baselines", {}), **given))


def test_sections_stand_in_the_order_of_the_page_and_empty_ones_are_left_out(run: Run) -> None:
    shown = list(content(run)["sections"])
    assert shown == [name for name in SECTIONS if name in shown]
    assert {"verdict", "comparison", "contributions", "usefulness"}.isdisjoint(shown)
    assert "comparison" in content(run, baselines={"gcn": Scores(0.5, 0.4, 0.5, 40)})["sections"]


def test_the_fingerprint_is_that_of_the_data(run: Run) -> None:
    assert run.graph is not None
    assert content(run)["fingerprint"] == graph_fingerprint(run.graph)


def test_an_importance_that_is_given_is_not_computed_again(run: Run) -> None:
    found = content(run, importance=Importance())
    assert "attention" not in found["sections"]


def test_the_curve_of_calibration_counts_every_test_node(run: Run) -> None:
    found = content(run)["sections"]["calibration"]
    assert sum(count for _, _, count in found["rows"]) == len(run.split.test)
    stated = run.probabilities[run.split.test].max(axis=1)
    mean = sum(p * count for p, _, count in found["rows"]) / len(stated)
    assert mean == pytest.approx(np.float64(stated.mean()), abs=1e-6)


def test_intervals_are_around_the_scores(run: Run) -> None:
    low, high = content(run)["intervals"]["micro_f1"]
    assert low <= run.test.micro_f1 <= high
    assert high - low > 0.05


def test_the_settings_are_those_of_the_run(run: Run, wide_run: Run) -> None:
    for each in (run, wide_run):
        shown = content(each)["sections"]["settings"]
        assert {name: value for name, value, _ in shown} == each.settings.to_json()


def test_what_was_tried_is_a_section_of_its_own(run: Run) -> None:
    assert "tried" not in content(replace(run, tried=()))["sections"]
