from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import motifcnn.experiments.run_tuning as module
from motifcnn.experiments.cell import Cell, Tuning
from motifcnn.experiments.experiment import TUNING_SEED
from motifcnn.experiments.graphs import open_column, split_of
from motifcnn.experiments.run_cell import run_cell
from motifcnn.experiments.run_tuning import run_tuning
from motifcnn.train.tune import Trial, tune
from tests.experiments.small import GCN, MLP, papers


def tuning_of(folder: Path, trials: int = 3) -> Tuning:
    return Tuning(papers(folder), MLP, trials)


def test_the_first_trial_is_the_recipe_and_validation_chooses(tmp_path: Path) -> None:
    tuning = tuning_of(tmp_path)
    found = run_tuning(tuning)
    recipe = run_cell(Cell(tuning.column, MLP, TUNING_SEED))
    assert len(found["trials"]) == 3
    assert found["trials"][0]["micro_f1"] == recipe["validation"]["micro_f1"]
    best = max(found["trials"], key=lambda trial: trial["micro_f1"] + trial["macro_f1"])
    assert {
        name: Trial(found["chosen"], 0, 0, 0).to_json()["settings"][name]
        for name in best["settings"]
    } == best["settings"]
    assert found["chosen"].keys().isdisjoint(MLP.settings)


def test_no_score_of_test_nodes_is_kept(tmp_path: Path) -> None:
    found = run_tuning(tuning_of(tmp_path))
    assert found.keys() == {"chosen", "trials", "wall_seconds", "peak_bytes"}
    assert {key for trial in found["trials"] for key in trial} == {
        "settings",
        "micro_f1",
        "macro_f1",
        "seconds",
        "reason",
    }


@pytest.mark.parametrize("official", [False, True])
def test_tuning_sees_no_split_of_a_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, official: bool
) -> None:
    from dataclasses import replace

    tuning = tuning_of(tmp_path, trials=2)
    tuning = replace(tuning, column=replace(tuning.column, official=official))
    seen: dict[str, Any] = {}

    def spy(*arguments: Any, **options: Any) -> Any:
        seen.update(options)
        return tune(*arguments, **options)

    monkeypatch.setattr(module, "tune", spy)
    run_tuning(tuning)
    graph = open_column(tuning.column)
    assert seen["seed"] == TUNING_SEED
    assert seen["split"] == split_of(tuning.column, graph, TUNING_SEED)
    for seed in range(10):
        of_table = split_of(tuning.column, graph, seed)
        assert not np.array_equal(seen["split"].val, of_table.val)
        if official:
            assert np.array_equal(seen["split"].test, of_table.test)


def stop_after(number: int) -> Callable[[list[Trial]], None]:
    def stop(trials: list[Trial]) -> None:
        if len(trials) == number:
            raise KeyboardInterrupt

    return stop


def test_trials_of_a_stopped_tuning_are_not_fitted_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tuning, kept = tuning_of(tmp_path, trials=4), []
    whole = run_tuning(tuning)

    def stop(trials: list[Trial]) -> None:
        kept[:] = trials
        stop_after(2)(trials)

    with pytest.raises(KeyboardInterrupt):
        run_tuning(tuning, on_trials=stop)
    assert len(kept) == 2
    fitted: list[list[Trial]] = []
    rest = run_tuning(
        tuning,
        known=[Trial(**trial.to_json()) for trial in kept],
        on_trials=lambda trials: fitted.append(trials),
    )
    assert [len(trials) for trials in fitted] == [3, 4]
    assert as_json(rest["chosen"]) == as_json(whole["chosen"])
    assert [as_json(trial["settings"]) for trial in rest["trials"]] == [
        as_json(trial["settings"]) for trial in whole["trials"]
    ]


def test_a_trial_that_failed_is_tried_again(tmp_path: Path) -> None:
    tuning = tuning_of(tmp_path, trials=2)
    first, second = (Trial(**trial) for trial in run_tuning(tuning)["trials"])
    failed = Trial(second.settings, None, None, 0.1, "MethodError: not installed")
    fitted: list[list[Trial]] = []
    found = run_tuning(tuning, known=[first, failed], on_trials=fitted.append)
    assert len(fitted) == 1
    assert found["trials"][1]["micro_f1"] == second.micro_f1


def test_what_fails_has_a_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "torch_geometric.nn", None)  # as if it were not installed
    found = run_tuning(Tuning(papers(tmp_path), GCN, 2))
    assert (found["reason"], found["retry"]) == ("MethodError", True)
    assert "chosen" not in found


def as_json(value: object) -> object:
    """A value as a file gives it back: tuples are lists."""
    return json.loads(json.dumps(value))
