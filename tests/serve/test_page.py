from __future__ import annotations

from fastapi.testclient import TestClient


def test_the_page_names_every_route_and_loads_nothing(client: TestClient) -> None:
    answer = client.get("/")
    document = client.get("/openapi.json").json()
    assert set(document["paths"]) == {"/predict", "/explain", "/health", "/metrics"}
    for path in document["paths"]:
        assert f"<td>{path}</td>" in answer.text
    assert "src=" not in answer.text
    assert "<script" not in answer.text
    assert "default-src 'none'" in answer.headers["content-security-policy"]
