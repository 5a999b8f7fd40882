from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

QUICK = ("--model", "mlp", "--epochs", "4", "--trials", "3")


def test_the_file_it_writes_is_one_that_train_reads(
    run_json: Callable[..., Any], papers_folder: str, tmp_path: Path
) -> None:
    out = tmp_path / "best.toml"
    tuned = run_json("tune", papers_folder, *QUICK, "--seed", "2", "--out", str(out))
    trained = run_json("train", "--config", str(out))
    assert trained["test"] == tuned["test"]
    assert trained["validation"] == tuned["validation"]
    written = tomllib.loads(out.read_text())
    assert written["settings"] == tuned["settings"]
    assert (written["model"], written["seed"]) == ("mlp", 2)


def test_validation_chooses_among_the_trials(
    run_json: Callable[..., Any], papers_folder: str
) -> None:
    found = run_json("tune", papers_folder, *QUICK)
    assert len(found["trials"]) == 3
    best = max(found["trials"], key=lambda trial: trial["micro_f1"] + trial["macro_f1"])
    assert found["validation"]["micro_f1"] + found["validation"]["macro_f1"] == pytest.approx(
        best["micro_f1"] + best["macro_f1"]
    )
    assert found["settings"] == best["settings"]


def test_a_stopped_search_goes_on(
    run_json: Callable[..., Any], papers_folder: str, tmp_path: Path
) -> None:
    state = tmp_path / "trials.json"
    first = run_json(
        "tune",
        papers_folder,
        "--model",
        "mlp",
        "--epochs",
        "4",
        "--trials",
        "2",
        "--state",
        str(state),
    )
    assert json.loads(state.read_text())["trials"] == first["trials"]
    second = run_json("tune", papers_folder, *QUICK, "--state", str(state))
    assert second["trials"][:2] == first["trials"]  # seconds too: they were not fitted again
    assert len(json.loads(state.read_text())["trials"]) == 3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--model", "gnc"), 'did you mean "gcn"?'),
        (("--set", "dropuot=1"), "no setting 'dropuot'"),
        (("--state", "{state}"), "a search with other options"),
        (("--state", "{broken}"), "not a file of trials"),
    ],
)
def test_a_wrong_option_is_told(
    run: Callable[..., Any],
    papers_folder: str,
    tmp_path: Path,
    arguments: tuple[str, str],
    message: str,
) -> None:
    (tmp_path / "state").write_text('{"search": {}, "trials": []}')
    (tmp_path / "broken").write_text("[")
    texts = [
        text.format(state=tmp_path / "state", broken=tmp_path / "broken") for text in arguments
    ]
    result = run("tune", papers_folder, *QUICK, *texts)
    assert result.exit_code == 2
    assert message in result.stderr


def test_people_see_the_trials_and_the_next_step(
    run: Callable[..., Any], papers_folder: str, tmp_path: Path
) -> None:
    out = str(tmp_path / "best.toml")
    result = run("tune", papers_folder, *QUICK, "--out", out)
    assert result.exit_code == 0, result.stderr
    assert "1 (own settings)" in result.stdout
    assert f"motifcnn train --config {out}" in result.stdout
    assert "trial 3 of 3" in result.stderr


def test_one_trial_is_one_trial(run: Callable[..., Any], papers_folder: str) -> None:
    shown = run("tune", papers_folder, "--model", "mlp", "--epochs", "2", "--trials", "1").stdout
    assert "1 trial, validation" in " ".join(shown.split())
