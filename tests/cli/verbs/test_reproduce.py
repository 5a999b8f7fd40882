from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from motifcnn.experiments import Row


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
    assert "Settings: every method has those of its own recipe" in " ".join(first.stdout.split())
    assert "4/4 papers, logistic, split 1: " in first.stderr
    second = run("reproduce", *arguments, "--splits", "2")
    assert "4/4" not in second.stderr
    assert second.stdout == first.stdout


def test_trials_are_stated_and_tunings_shown(
    run: Callable[..., Any], arguments: tuple[str, ...]
) -> None:
    asked = [part for part in arguments if part not in ("--trials", "0")]
    result = run("reproduce", *asked, "--splits", "2", "--trials", "2")
    assert result.exit_code == 0, result.stderr
    first, *rest = [line for line in result.stderr.splitlines() if "/5 papers" in line]
    assert first.startswith("1/5 papers, logistic, tuning: ")
    assert "on validation, 2 fits" in first
    assert len(rest) == 4 and not any("tuning" in line for line in rest)
    assert "tuned once per graph, 2 fits" in " ".join(result.stdout.split())
    assert "featureless=one-hot" in (Path(arguments[-1]) / "table-hetero.md").read_text()


def test_the_default_is_eight_trials(
    run_json: Callable[..., Any], papers_folder: str, tmp_path: Path
) -> None:
    asked = ("--dataset", papers_folder, "--method", "majority", "--quick")
    found = run_json("reproduce", "table-hetero", *asked, "--out", str(tmp_path / "out"))
    assert found["trials"] == 8


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
    left_out = ("--trials", "0", "--method", "majority", "logistic")
    asked = [part for part in arguments if part not in left_out]
    result = run("reproduce", *asked, "--method", "logistic", "--quick", "--table")
    assert result.exit_code == 2
    assert "trials=8; it holds some with --trials 0" in result.stderr
    assert file.read_text() == before


def test_results_of_other_code_are_fitted_again_or_kept_with_a_mark(
    run: Callable[..., Any], arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("reproduce", *arguments, "--quick").exit_code == 0
    monkeypatch.setattr("motifcnn.experiments.cell.code_version", lambda model, tuned: "other code")
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


def test_one_command_makes_several_figures_with_their_data(
    run_json: Callable[..., Any],
    papers_folder: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    group = {"figures": ("time-by-motifs", "time-per-epoch")}
    monkeypatch.setattr("motifcnn.experiments.definitions.GROUPS", group)
    monkeypatch.setattr("motifcnn.experiments.definitions.graph_cnns", lambda: (Row("mlp", "mlp"),))
    out = tmp_path / "out"
    asked = ("figures", "--quick", "--dataset", papers_folder, "--out", str(out))
    by_motifs, per_epoch = run_json("reproduce", *asked)
    assert by_motifs["splits"] == per_epoch["splits"] == 1
    assert [row["motifs"] for row in by_motifs["measures"]][:3] == [1, 2, 4]
    for name in group["figures"]:
        assert (out / f"{name}.svg").exists()
        assert json.loads((out / f"{name}.json").read_text())["measures"]
    before = {file: file.read_bytes() for file in out.iterdir() if file.is_file()}
    run_json("reproduce", *asked, "--table")
    assert {file: file.read_bytes() for file in before} == before


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("table-hetro",), "table-hetero"),
        (("hgb", "--method", "gnc"), 'did you mean "gcn"?'),
        (("hgb", "--dataset", "hgb-nothing"), "no dataset and no folder"),
        (("hgb", "--quick", "--splits", "3"), "--quick is one split"),
        (("total-time", "--jobs", "2"), "leave jobs at 1"),
        (("figures", "--method", "gcn"), "name one of time-per-epoch, total-time"),
        (("figures", "--jobs", "2"), "leave jobs at 1"),
    ],
)
def test_a_wrong_option_is_told_before_any_fit(
    run: Callable[..., Any], tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    result = run("reproduce", *arguments, "--out", str(tmp_path / "out"))
    assert result.exit_code == 2
    assert message in result.stderr
    assert not (tmp_path / "out").exists()
