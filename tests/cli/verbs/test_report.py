from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest


def test_the_report_has_the_baselines_that_were_asked_for(
    run_json: Callable[..., Any], run_folder: str, tmp_path: Path
) -> None:
    out = tmp_path / "report.html"
    found = run_json(
        "report", run_folder, "--baseline", "majority", "--baseline", run_folder, "--out", str(out)
    )
    text = out.read_text(encoding="utf-8")
    assert found["bytes"] == out.stat().st_size
    assert found["scores"]["majority"]["nodes"] == 30, "on the test nodes of the run's own split"
    for part in ("Beside simpler models", "majority", "motif-cnn on papers"):
        assert part in text
    command = f"motifcnn report {run_folder} --baseline majority --baseline {run_folder} --out"
    assert command in text


def test_usefulness_is_computed_only_when_asked_for(
    run: Callable[..., Any], run_folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "page.html"
    assert run("report", run_folder, "--usefulness", "--out", str(out)).exit_code == 0
    assert "Usefulness of each motif" in out.read_text(encoding="utf-8")
    module = sys.modules["motifcnn.explain.usefulness"]
    monkeypatch.setattr(module, "fit", lambda *_, **__: pytest.fail("trained"))
    assert run("report", run_folder, "--out", str(out)).exit_code == 0
    assert "Usefulness of each motif" not in out.read_text(encoding="utf-8")


def test_people_are_told_where_it_is(
    run: Callable[..., Any], run_folder: str, tmp_path: Path
) -> None:
    out = tmp_path / "page.html"
    assert f"report in {out}" in run("report", run_folder, "--out", str(out)).stdout
    assert "Beside simpler models" not in out.read_text(encoding="utf-8")


def test_an_unknown_baseline_is_an_error(
    run: Callable[..., Any], run_folder: str, tmp_path: Path
) -> None:
    result = run("report", run_folder, "--baseline", "gnc", "--out", str(tmp_path / "page.html"))
    assert result.exit_code == 2
    assert "gnc" in result.stderr


def test_a_run_on_another_split_is_refused_before_any_training(
    run: Callable[..., Any],
    run_folder: str,
    papers_folder: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    other, out = str(tmp_path / "other"), tmp_path / "page.html"
    assert (
        run(
            "train", papers_folder, "--model", "majority", "--split", "random", "--out", other
        ).exit_code
        == 0
    )
    monkeypatch.setattr("motifcnn.train.fit", lambda *_, **__: pytest.fail("trained"))
    result = run("report", run_folder, "--baseline", "mlp", "--baseline", other, "--out", str(out))
    assert result.exit_code == 2
    assert "has another split than motif-cnn: 6 training nodes, 20 are expected" in result.stderr
    assert not out.exists()


def test_what_is_neither_a_model_nor_a_folder_is_told(
    run: Callable[..., Any], run_folder: str, tmp_path: Path
) -> None:
    result = run(
        "report", run_folder, "--baseline", "runs/none", "--out", str(tmp_path / "page.html")
    )
    assert result.exit_code == 2
    assert "--baseline 'runs/none': no such model or run folder" in result.stderr


def test_a_graph_with_another_schema_is_one_message(
    run: Callable[..., Any], run_folder: str, folder: str, tmp_path: Path
) -> None:
    result = run(
        "report",
        run_folder,
        "--graph",
        folder,
        "--baseline",
        "mlp",
        "--out",
        str(tmp_path / "page.html"),
    )
    assert (result.exit_code, "another schema" in result.stderr, "Traceback" in result.stderr) == (
        2,
        True,
        False,
    )
