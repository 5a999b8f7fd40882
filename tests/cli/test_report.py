from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any


def test_the_report_has_the_baselines_that_were_asked_for(run_json: Callable[..., Any], run_folder: str, tmp_path: Path) -> None:
    out = tmp_path / "report.html"
    found = run_json("report", run_folder, "--baseline", "majority", "--baseline", run_folder, "--out", str(out))
    text = out.read_text(encoding="utf-8")
    assert found["bytes"] == out.stat().st_size
    assert found["scores"]["majority"]["nodes"] == 30, "on the test nodes of the run's own split"
    for part in ("Beside simpler models", "majority", "motif-cnn on papers"):
        assert part in text


def test_people_are_told_where_it_is(run: Callable[..., Any], run_folder: str, tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    assert f"report in {out}" in run("report", run_folder, "--out", str(out)).stdout
    assert "Beside simpler models" not in out.read_text(encoding="utf-8")


def test_an_unknown_baseline_is_an_error(run: Callable[..., Any], run_folder: str, tmp_path: Path) -> None:
    result = run("report", run_folder, "--baseline", "gnc", "--out", str(tmp_path / "page.html"))
    assert result.exit_code == 2
    assert "gnc" in result.stderr
