"""A studio of the embedded graph, with a client that has its cookie."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import motifcnn as mc

pytest.importorskip("fastapi")

from fastapi.testclient import TestClient

from motifcnn.graph import Graph
from motifcnn.studio.access import Door
from motifcnn.studio.app import make_app
from motifcnn.studio.workbench import Workbench

DOOR = Door(8123, "the-secret")


@pytest.fixture(scope="session")
def debian() -> Graph:
    return mc.load_dataset("debian")


@pytest.fixture
def bench(debian: Graph, tmp_path: Path) -> Iterator[Workbench]:
    """A workbench that counts motifs, but not in random graphs, as that takes long."""
    made = Workbench(
        debian, "debian", tmp_path / "motifs.toml", by_chance=lambda motif, sample: 100 + sample
    )
    yield made
    made.measurements.close()


@pytest.fixture
def stranger(bench: Workbench) -> TestClient:
    """A client on this machine without the token."""
    return TestClient(make_app(bench, DOOR), base_url="http://127.0.0.1:8123")


@pytest.fixture
def client(stranger: TestClient) -> TestClient:
    """A client that has opened the address with the token."""
    assert stranger.get("/", params={"token": DOOR.token}).status_code == 200
    return stranger


@pytest.fixture
def ask(client: TestClient) -> Any:
    """Asks for JSON, which must be there."""

    def get(path: str, **parameters: Any) -> Any:
        answer = client.get(path, params=parameters)
        assert answer.status_code == 200, answer.text
        return answer.json()

    return get
