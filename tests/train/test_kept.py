"""The classifier of a run is kept, so that motifs are counted once."""

from __future__ import annotations

import copy
import gc
import weakref
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from motifcnn.report import explain, render_report
from motifcnn.train import Run, fit, load_run
from tests.small_graphs import MOTIFS, bibliography

module_of_operator = import_module("motifcnn.tensor.operator.operator")
SPLIT = (0.4, 0.2, 0.4)
EXACT = pd.testing.assert_frame_equal


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
def test_what_is_kept_and_what_is_built_again_say_the_same_to_the_bit(
    options: dict[str, Any], tmp_path: Path
) -> None:
    graph = bibliography()
    run = quick(graph, **options)
    assert run.kept.of(graph) is not None
    kept = run.attention(), run.predict(graph)
    run.save(tmp_path / "run")
    loaded = load_run(tmp_path / "run")
    EXACT(loaded.attention(graph), kept[0], check_exact=True)
    EXACT(loaded.predict(graph), kept[1], check_exact=True)


def test_at_most_one_classifier_is_in_memory() -> None:
    graph, other = bibliography(), bibliography(seed=1)
    first = quick(graph, "inductive")
    alive = weakref.ref(first.kept.of(graph))
    second = quick(graph)
    gc.collect()
    assert (first.kept.of(graph), alive()) == (None, None)
    assert second.kept.of(graph) is not None
    first.predict(other)
    assert (first.kept.of(graph), second.kept.of(graph)) == (None, None)
    assert first.kept.of(other) is not None


def test_it_goes_with_its_run() -> None:
    graph = bibliography()
    run = quick(graph)
    alive = weakref.ref(run.kept.of(graph))
    del run
    gc.collect()
    assert alive() is None


def test_a_run_with_other_weights_has_a_classifier_of_its_own() -> None:
    graph = bibliography()
    run = quick(graph)
    before = run.attention()
    changed = replace(run, weights={name: -weights for name, weights in run.weights.items()})
    assert changed.kept.of(graph) is None
    assert not changed.attention().equals(before)
    EXACT(run.attention(), before, check_exact=True)


def test_a_copy_does_not_copy_it() -> None:
    graph = bibliography()
    run = quick(graph)
    assert copy.deepcopy(run.kept).of(graph) is None


def test_an_equal_graph_is_another_graph(counted: list[str]) -> None:
    run = quick(bibliography())
    counted.clear()
    run.attention(bibliography())
    assert sorted(counted) == sorted(MOTIFS)


def test_nothing_of_it_is_written(tmp_path: Path) -> None:
    graph = bibliography()
    run = quick(graph)
    run.save(tmp_path / "kept")
    run.kept.clear()
    run.save(tmp_path / "bare")
    sizes = [
        {file.name: file.read_bytes() for file in (tmp_path / name).rglob("*") if file.is_file()}
        for name in ("kept", "bare")
    ]
    assert sizes[0] == sizes[1]
