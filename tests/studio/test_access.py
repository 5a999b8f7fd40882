"""Nothing is reached without the token, from another host or from another site's page."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

from motifcnn.studio.access import HEADERS
from motifcnn.studio.app import make_app
from motifcnn.studio.workbench import Workbench
from studio.conftest import DOOR

PATHS = (
    "/",
    "/index.html",
    "/main.js",
    "/style.css",
    "/api.html",
    "/openapi.json",
    "/api/schema",
    "/api/catalogue?target=package",
    "/api/collection",
    "/docs",
    "/nowhere",
)


@pytest.mark.parametrize("path", PATHS)
def test_no_route_answers_without_the_token(stranger: TestClient, path: str) -> None:
    assert stranger.get(path).status_code == 403
    assert stranger.get(path, params={"token": "another"}).status_code == 403
    assert stranger.get(path, headers={"Cookie": f"{DOOR.cookie}=another"}).status_code == 403


def test_every_route_of_the_api_is_behind_the_token(bench: Workbench, stranger: TestClient) -> None:
    routes = [
        (method, route.path)
        for route in make_app(bench, DOOR).app.routes  # type: ignore[attr-defined]
        for method in getattr(route, "methods", None) or ()
    ]
    assert len(routes) > 8
    for method, path in routes:
        assert stranger.request(method, path).status_code == 403, (method, path)


def test_the_token_becomes_a_strict_cookie_and_leaves_the_address(stranger: TestClient) -> None:
    answer = stranger.get("/", params={"token": DOOR.token}, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=strict" in cookie
    assert stranger.get("/").status_code == 200


def test_the_token_opens_no_other_path(stranger: TestClient) -> None:
    assert stranger.get("/api/schema", params={"token": DOOR.token}).status_code == 403


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1", "127.0.0.1:9", "localhost.evil:8123"]
)
def test_a_foreign_host_is_refused(client: TestClient, host: str) -> None:
    assert client.get("/api/schema", headers={"Host": host}).status_code == 403
    token = {"token": DOOR.token}
    assert client.get("/", params=token, headers={"Host": host}).status_code == 403


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1:8123", ""])
def test_a_foreign_origin_is_refused(client: TestClient, origin: str) -> None:
    body = {"pattern": "(t:package)--(c:library)"}
    answer = client.post("/api/collection", json=body, headers={"Origin": origin})
    assert answer.status_code == 403
    assert client.get("/api/collection").json()["cards"] == []


def test_the_own_origin_is_let_in(client: TestClient) -> None:
    own = {"Origin": "http://127.0.0.1:8123"}
    assert client.get("/api/schema", headers=own).status_code == 200


@pytest.mark.parametrize("path", ["/", "/main.js", "/api/schema", "/nowhere"])
def test_every_answer_has_the_headers_that_keep_scripts_out(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert HEADERS.items() <= {k: answer.headers[k] for k in HEADERS}.items()
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "script-src 'self'" in policy
    assert "unsafe" not in policy and "http" not in policy


def test_a_refusal_has_the_headers_too(stranger: TestClient) -> None:
    assert "content-security-policy" in stranger.get("/api/schema").headers


def test_no_file_outside_of_the_page_is_served(client: TestClient) -> None:
    for path in ("/../app.py", "/%2e%2e/app.py", "/..%2fapp.py", "/views/../../app.py"):
        assert client.get(path).status_code == 404
