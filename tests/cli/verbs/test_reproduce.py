from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def arguments(papers_folder: str, tmp_path: Path) -> tuple[str, ...]:
    methods = ("--method", "majority", "--method", "logistic")
    return (
        "table-hetero",
        "--dataset",
        papers_folder,
        *methods,
        "--trials",
        "0",
        "--out",
        str(tmp_path / "out"),
    )


def test_quick_is_one_split_of_the_methods_asked_for(
    run_json: Callable[..., Any], arguments: tuple[str, ...]
) -> None:
    found = run_json("reproduce", *arguments, "--quick")
    assert (found["splits"], found["trials"]) == (1, 0)
    assert [(entry["dataset"], entry["method"]) for entry in found["entries"]] == [
        ("papers", "majority"),
        ("papers", "logistic"),
    ]
    assert all(len(entry["micro_f1"]["values"]) == 1 for entry in found["entries"])
    assert [Path(file).suffix for file in found["files"]] == [".md", ".json", ".svg", ".png"]
    assert all(Path(file).exists() for file in found["files"])


def test_people_get_a_table_and_a_line_per_cell_and_nothing_is_fitted_twice(
    run: Callable[..., Any], arguments: tuple[str, ...]
) -> None:
    first = run("reproduce", *arguments, "--splits", "2")
    assert first.exit_code == 0, first.stderr
    assert "recipe's settings" in " ".join(first.stdout.split())
    assert "4/4 papers, logistic, split 1: " in first.stderr
    second = run("reproduce", *arguments, "--splits", "2")
    assert "4/4" not in second.stderr
    assert second.stdout == first.stdout


def test_trials_are_stated_and_the_default_is_small(
    run_json: Callable[..., Any], papers_folder: str, tmp_path: Path
) -> None:
    out = str(tmp_path / "out")
    found = run_json(
        "reproduce",
        "table-hetero",
        "--dataset",
        papers_folder,
        "--method",
        "majority",
        "--quick",
        "--out",
        out,
    )
    assert found["trials"] == 5
    text = next(Path(file) for file in found["files"] if file.endswith(".md")).read_text()
    assert "5 fits per split" in text


def test_only_what_is_there_is_written_with_table(
    run: Callable[..., Any], arguments: tuple[str, ...]
) -> None:
    assert run("reproduce", *arguments, "--quick").exit_code == 0
    result = run("reproduce", *arguments, "--method", "mlp", "--quick", "--table")
    assert result.exit_code == 0, result.stderr
    assert result.stdout.count("not run yet") == 1


def test_a_table_of_other_trials_is_kept_and_their_number_is_told(
    run: Callable[..., Any], arguments: tuple[str, ...]
) -> None:
    assert run("reproduce", *arguments, "--quick").exit_code == 0
    file = Path(arguments[-1]) / "table-hetero.md"
    before = file.read_text()
    asked = [part for part in arguments if part not in ("--trials", "0")]
    result = run("reproduce", *asked, "--quick", "--table")
    assert result.exit_code == 2
    assert "trials=5; it holds some with --trials 0" in result.stderr
    assert file.read_text() == before


def test_results_of_other_code_are_fitted_again_or_kept_with_a_mark(
    run: Callable[..., Any], arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("reproduce", *arguments, "--quick").exit_code == 0
    monkeypatch.setattr("motifcnn.experiments.cell.code_version", lambda: "other code")
    kept = run("reproduce", *arguments, "--quick", "--keep-old")
    assert "1/" not in kept.stderr, "nothing is fitted"
    assert kept.stdout.count("†") == 3, "two figures and the note"
    again = run("reproduce", *arguments, "--quick")
    assert "2/2 papers, logistic, split 0: " in again.stderr
    assert "†" not in again.stdout


def test_a_figure_comes_with_its_numbers(
    run: Callable[..., Any], papers_folder: str, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    asked = ("--dataset", papers_folder, "--method", "gcn", "--quick", "--out", str(out))
    result = run("reproduce", "time-per-epoch", *asked)
    assert result.exit_code == 0, result.stderr
    assert "milliseconds per epoch" in result.stdout
    (measured,) = json.loads((out / "time-per-epoch.json").read_text())["measures"]
    assert measured["milliseconds_per_epoch"] > 0
    assert (out / "time-per-epoch.svg").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("table-hetro",), "table-hetero"),
        (("hgb", "--method", "gnc"), 'did you mean "gcn"?'),
        (("hgb", "--dataset", "hgb-nothing"), "no dataset and no folder"),
        (("hgb", "--quick", "--splits", "3"), "--quick is one split"),
        (("total-time", "--jobs", "2"), "leave jobs at 1"),
    ],
)
def test_a_wrong_option_is_told_before_any_fit(
    run: Callable[..., Any], tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    result = run("reproduce", *arguments, "--out", str(tmp_path / "out"))
    assert result.exit_code == 2
    assert message in result.stderr
    assert not (tmp_path / "out").exists()
