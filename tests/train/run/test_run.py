"""A run: what it counts, what it says, and for which graph."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from motifcnn.explain import explain
from motifcnn.methods import NotApplicable
from motifcnn.report import render_report
from motifcnn.train import Run, fit, load_run
from tests.small_graphs import MOTIFS, bibliography

SPLIT = (0.4, 0.2, 0.4)
EXACT = pd.testing.assert_frame_equal
module_of_operator = sys.modules["motifcnn.tensor.operator.operator"]


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The motifs whose tensors were counted for an operator, in order."""
    built: list[str] = []
    original = module_of_operator.count

    def note(graph: Any, motif: Any, *arguments: Any, **options: Any) -> Any:
        built.append(str(motif))
        return original(graph, motif, *arguments, **options)

    monkeypatch.setattr(module_of_operator, "count", note)
    return built


def quick(graph: Any, preset: str = "default", **options: Any) -> Run:
    return fit(graph, MOTIFS, preset=preset, split=SPLIT, epochs=3, **options)


@pytest.mark.parametrize("preset", ["default", "inductive", "asonam", "preprint", "code"])
def test_a_fitted_run_counts_its_motifs_once(preset: str, counted: list[str]) -> None:
    run = quick(bibliography(names=True), preset)
    assert sorted(counted) == sorted(MOTIFS)
    run.attention()
    run.predict(run.graph)
    render_report(run)
    explain(run, 0)
    assert sorted(counted) == sorted(MOTIFS)


def test_a_loaded_run_counts_when_it_is_first_asked_and_then_no_more(
    counted: list[str], tmp_path: Path
) -> None:
    quick(bibliography()).save(tmp_path / "run")
    counted.clear()
    loaded, graph = (
        load_run(tmp_path / "run"),
        bibliography(),
    )  # read anew, as another process would
    assert counted == []
    for _ in range(2):
        loaded.attention(graph)
        loaded.predict(graph)
    assert sorted(counted) == sorted(MOTIFS)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"preset": "asonam"},
        {"preset": "code"},
        {"preset": "asonam", "batch_size": 16, "sample": 2},
    ],
)
def test_a_loaded_run_says_the_same_to_the_bit(options: dict[str, Any], tmp_path: Path) -> None:
    graph = bibliography()
    run = quick(graph, **options)
    before = run.attention(), run.predict(graph)
    run.save(tmp_path / "run")
    loaded = load_run(tmp_path / "run")
    EXACT(loaded.attention(graph), before[0], check_exact=True)
    EXACT(loaded.predict(graph), before[1], check_exact=True)


def test_a_run_with_other_weights_has_a_classifier_of_its_own() -> None:
    run = quick(bibliography())
    before = run.attention()
    changed = replace(run, weights={name: -weights for name, weights in run.weights.items()})
    assert not changed.attention().equals(before)
    EXACT(run.attention(), before, check_exact=True)


def test_attention_of_a_node_and_layer_adds_up_to_one() -> None:
    weights = quick(bibliography(), "asonam").attention()
    sums = weights.groupby(["node", "layer"])["weight"].sum()
    assert sums.to_numpy() == pytest.approx(1.0, abs=1e-5)


def test_each_network_explains_itself_in_its_own_way() -> None:
    graph = bibliography()
    wide = fit(graph, MOTIFS, model="wide-motif", split=SPLIT, epochs=3)
    shares = wide.contributions().groupby("node")["share"].sum()
    assert shares.to_numpy() == pytest.approx(1.0, abs=1e-5)
    with pytest.raises(NotApplicable):
        wide.attention()
    with pytest.raises(NotApplicable):
        quick(graph).contributions()


def test_an_equal_graph_is_another_graph(counted: list[str]) -> None:
    run = quick(bibliography())
    counted.clear()
    run.attention(bibliography())
    assert sorted(counted) == sorted(MOTIFS)
