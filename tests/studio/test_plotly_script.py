"""Charts come from the installed package, and from nowhere else."""

from __future__ import annotations

from importlib.resources import files

from fastapi.testclient import TestClient


def test_the_script_is_that_of_the_installed_package(client: TestClient) -> None:
    answer = client.get("/plotly.min.js")
    own = files("plotly") / "package_data" / "plotly.min.js"
    assert answer.content == own.read_bytes()
    assert answer.headers["content-type"].startswith("text/javascript")


def test_the_script_is_behind_the_token(stranger: TestClient) -> None:
    assert stranger.get("/plotly.min.js").status_code == 403
