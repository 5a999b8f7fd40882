"""The API about runs: each route answers what its module computes, files are saved, not shown."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from studio.conftest import MOTIFS

RUN = "1-motif-cnn"


def test_runs_their_difference_attention_and_reasons(ask: Any, runs: Path) -> None:
    assert {run["name"] for run in ask("/api/runs")["runs"]} == {RUN, "2-gcn"}
    assert ask("/api/runs/difference", one=RUN, other="2-gcn")["one"] == RUN
    assert {source["name"] for source in ask("/api/runs/attention", run=RUN)["sources"]} == set(
        MOTIFS
    )
    assert ask("/api/runs/why", run=RUN, node="gimp")["name"] == "gimp"


def test_files_are_attachments(client: TestClient, runs: Path) -> None:
    toml = client.get("/api/runs/rerun.toml", params={"run": RUN})
    assert tomllib.loads(toml.text)["motif"] == MOTIFS
    report = client.get("/api/runs/report.html", params={"run": RUN, "beside": "2-gcn"})
    assert report.text.startswith("<!DOCTYPE html>")
    for answer, name in ((toml, f"{RUN}.toml"), (report, f"{RUN}-report.html")):
        assert answer.headers["content-disposition"] == f"attachment; filename*=utf-8''{name}"


@pytest.mark.parametrize("path", ["attention", "report.html", "rerun.toml", "why"])
@pytest.mark.parametrize("run", ["nowhere", "..", "../runs/2-gcn"])
def test_a_run_that_is_not_there_is_refused(
    client: TestClient, runs: Path, path: str, run: str
) -> None:
    answer = client.get(f"/api/runs/{path}", params={"run": run, "node": "gimp"})
    assert answer.status_code == 422 and "has no run" in answer.json()["error"]
