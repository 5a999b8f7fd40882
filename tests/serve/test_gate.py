from __future__ import annotations

import asyncio
from typing import Any

import pytest
from fastapi.testclient import TestClient

from motifcnn.serve.app import create_app
from motifcnn.serve.gate import Gate
from motifcnn.serve.known_nodes import KnownNodes
from motifcnn.serve.limits import Limits
from motifcnn.serve.metrics import Metrics
from motifcnn.serve.worker import Worker
from motifcnn.train import Run

TOKEN = "a token of enough length"
ASKED = {"ids": [100]}


@pytest.fixture
def guarded(run: Run) -> TestClient:
    app = create_app(KnownNodes(run), Worker("nowhere"), token=TOKEN)
    return TestClient(app, base_url="http://example.org", raise_server_exceptions=False)


@pytest.mark.parametrize(
    "header", [None, "", "Bearer", "Bearer another", f"Basic {TOKEN}", f"Bearer {TOKEN}x"]
)
@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/predict"),
        ("POST", "/explain"),
        ("GET", "/metrics"),
        ("GET", "/"),
        ("GET", "/openapi.json"),
        ("GET", "/nowhere"),
    ],
)
def test_no_route_answers_without_the_token(
    guarded: TestClient, method: str, path: str, header: str | None
) -> None:
    headers = {} if header is None else {"Authorization": header}
    answer = guarded.request(method, path, headers=headers)
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"] == "Bearer"
    assert TOKEN not in answer.text


def test_the_token_opens_and_health_needs_none(guarded: TestClient) -> None:
    headers = {"Authorization": f"Bearer {TOKEN}"}
    assert guarded.post("/predict", json=ASKED, headers=headers).status_code == 200
    assert guarded.get("/health").json() == {"status": "ok"}


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost", 200),
        ("localhost:8000", 200),
        ("example.org", 421),
        ("localhost.example.org", 421),
        ("[::1", 421),
        ("[zz]", 421),
        ("example.org@localhost", 421),
        ("localhost/x", 421),
        ("", 421),
    ],
)
def test_only_hosts_of_this_machine_are_answered(
    client: TestClient, host: str, status: int
) -> None:
    assert client.get("/health", headers={"Host": host}).status_code == status


@pytest.mark.parametrize(
    ("origin", "status"), [("http://localhost", 200), ("http://example.org", 403), ("null", 403)]
)
def test_pages_of_other_origins_are_refused(client: TestClient, origin: str, status: int) -> None:
    answer = client.post("/predict", json=ASKED, headers={"Origin": origin})
    assert answer.status_code == status


def test_a_long_body_is_refused_before_it_is_read_whole(run: Run) -> None:
    limits = Limits(body_bytes=100)
    app = create_app(KnownNodes(run), Worker("nowhere"), limits=limits)
    client = TestClient(app, raise_server_exceptions=False)
    answer = client.post("/predict", content=b" " * 101)
    assert answer.status_code == 413
    assert "more than 100 B" in answer.json()["detail"]
    assert answer.headers["connection"] == "close"


def test_a_body_that_does_not_arrive_ends_with_408() -> None:
    sent: list[Any] = []

    async def never() -> Any:
        await asyncio.sleep(60)

    async def send(message: Any) -> None:
        sent.append(message)

    metrics = Metrics()
    gate = Gate(
        lambda *parts: never(),
        routes=["/predict"],
        metrics=metrics,
        limits=Limits(body_seconds=0.01),
        token=None,
        hosts=None,
    )
    scope = {"type": "http", "method": "POST", "path": "/predict", "headers": []}
    asyncio.run(gate(scope, never, send))
    assert sent[0]["status"] == 408
    assert metrics.requests == {("/predict", 408): 1}


def test_a_fault_of_the_server_is_a_problem_without_a_traceback(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: KnownNodes, nodes: list[int]) -> None:
        raise RuntimeError("secret")

    monkeypatch.setattr(KnownNodes, "predictions", fail)
    answer = client.post("/predict", json=ASKED)
    assert answer.status_code == 500
    assert answer.headers["content-type"] == "application/problem+json"
    assert "secret" not in answer.text
    assert 'route="/predict",status="500"} 1' in client.get("/metrics").text
