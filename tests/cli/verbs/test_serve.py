from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import pytest


def test_another_host_needs_a_token(run: Callable[..., Any], run_folder: str) -> None:
    result = run("serve", run_folder, "--host", "0.0.0.0")
    assert result.exit_code == 2
    assert "--host 0.0.0.0 is reached from other machines: give a --token" in result.stderr


@pytest.mark.parametrize("token", ["", "short", "é" * 20])
def test_a_token_that_is_no_token_is_refused(
    run: Callable[..., Any], run_folder: str, token: str
) -> None:
    result = run("serve", run_folder, "--token", token)
    assert result.exit_code == 2
    assert "at least 16 characters of ASCII" in result.stderr


def test_no_run_and_no_extra_say_what_to_do(
    run: Callable[..., Any], folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "no run in" in run("serve", folder).stderr
    monkeypatch.delitem(sys.modules, "motifcnn.serve.server", raising=False)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    result = run("serve", folder)
    assert result.exit_code == 2
    assert "pip install 'motifcnn[serve]'" in result.stderr


def test_what_is_served_is_what_was_asked(
    run_json: Callable[..., Any], run_folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from motifcnn.serve import server

    asked: list[Any] = []

    def stand_in(app: Any, host: str, port: int, ready: Callable[[str], None]) -> None:
        asked.extend((app.limits.queue, app.limits.seconds, app.hosts, host, port))
        ready(f"http://{host}:{port}")

    monkeypatch.setattr(server, "run_server", stand_in)
    found = run_json("serve", run_folder, "--port", "1234", "--queue", "3", "--time-limit", "5")
    assert found == {"run": run_folder, "address": "http://127.0.0.1:1234", "token": False}
    assert asked == [3, 5.0, {"127.0.0.1", "localhost", "::1"}, "127.0.0.1", 1234]
