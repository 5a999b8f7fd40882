"""The verb refuses what it cannot serve before it opens a port."""

from __future__ import annotations

import socket
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from motifcnn.cli.app import app


def invoke(*arguments: str) -> Any:
    return CliRunner().invoke(app, ["studio", *arguments, "--no-browser"], env={"COLUMNS": "400"})


def test_a_port_that_is_taken_is_named(folder: str, tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        result = invoke(folder, "--port", port, "--out", str(tmp_path / "motifs.toml"))
    assert result.exit_code == 2
    assert f"port {port} of 127.0.0.1 cannot be opened" in result.stderr


def test_a_file_that_is_no_collection_is_not_touched(folder: str, tmp_path: Path) -> None:
    file = tmp_path / "run.toml"
    file.write_text("epochs = 3")
    result = invoke(folder, "--out", str(file))
    assert result.exit_code == 2 and "no collection of motifs" in result.stderr
    assert file.read_text() == "epochs = 3"


def test_runs_need_a_folder(folder: str, tmp_path: Path) -> None:
    file = tmp_path / "runs"
    file.write_text("")
    result = invoke(folder, "--out", str(tmp_path / "motifs.toml"), "--runs", str(file))
    assert result.exit_code == 2 and "is a file; name a folder" in result.stderr


@pytest.mark.parametrize("package", ["fastapi", "plotly", "uvicorn"])
def test_a_missing_extra_is_named(
    folder: str, monkeypatch: pytest.MonkeyPatch, package: str
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    result = invoke(folder)
    assert result.exit_code == 2 and "pip install 'motifcnn[studio]'" in result.stderr
