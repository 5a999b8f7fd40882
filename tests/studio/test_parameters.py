"""Texts of a request have a longest length."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient

from motifcnn.studio.parameters import LONGEST_NAME, LONGEST_PATTERN

PATTERN = "(t:package)--(c:library)".ljust(LONGEST_PATTERN)


@pytest.mark.parametrize(
    ("path", "query"),
    [
        ("/api/design", {"target": "package", "pattern": PATTERN + " "}),
        ("/api/schema", {"target": "x" * (LONGEST_NAME + 1)}),
        ("/api/runs/attention", {"run": "x" * (LONGEST_NAME + 1)}),
        ("/api/methods", {"target": "x" * (LONGEST_NAME + 1)}),
    ],
)
def test_longer_ones_are_refused(client: TestClient, path: str, query: dict[str, Any]) -> None:
    answer = client.get(path, params=query)
    assert answer.status_code == 422 and "at most" in answer.json()["error"]


def test_the_longest_is_taken(client: TestClient) -> None:
    for answer in (
        client.post("/api/collection", json={"pattern": PATTERN}),
        client.post("/api/counting", json={"pattern": PATTERN}),
    ):
        assert answer.status_code == 200, answer.text
    assert client.post("/api/counting", json={"pattern": PATTERN + " "}).status_code == 422
