"""A studio of the embedded graph, with a client that has its cookie."""

from __future__ import annotations

import shutil
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
from motifcnn.studio.graph_process import HereCaller
from motifcnn.studio.order import Order
from motifcnn.studio.training import train
from motifcnn.studio.workbench import Workbench
from motifcnn.tensor.expression import instances_by_chance

DOOR = Door(8123, "the-secret")


@pytest.fixture(scope="session")
def debian() -> Graph:
    return mc.load_dataset("debian")


def ignore(told: object) -> None:
    pass


MOTIFS = ["(t:package)--(m:maintainer)--(c:package)", "(t:package)--(c:library)"]
SMALL: dict[str, Any] = {"target": "package", "seed": 3, "split": [0.2, 0.1, 0.7]}
ORDERS = {
    "1-motif-cnn": Order(
        motifs=MOTIFS, preset="inductive", settings={"epochs": 3, "filters": [8]}, **SMALL
    ),
    "2-gcn": Order(model="gcn", settings={"epochs": 2, "hidden": [8]}, **SMALL),
}


@pytest.fixture(scope="session")
def stored(debian: Graph, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of two runs on one split."""
    folder = tmp_path_factory.mktemp("runs")
    for name, order in ORDERS.items():
        train(debian, order, "debian", folder / name, tell=ignore)
    return folder


@pytest.fixture
def runs(bench: Workbench, stored: Path) -> Path:
    """The folder of the workbench, with two runs on one split in it."""
    shutil.copytree(stored, bench.runs.path)
    return bench.runs.path


class NoRandomGraphs(HereCaller):
    """Counts motifs, but not in random graphs, as that takes long."""

    def call(self, function: Any, *arguments: Any, **more: Any) -> Any:
        if function is instances_by_chance:
            return 100 + arguments[-1]
        return super().call(function, *arguments, **more)


@pytest.fixture
def bench(debian: Graph, tmp_path: Path) -> Iterator[Workbench]:
    made = Workbench(
        debian,
        "debian",
        tmp_path / "motifs.toml",
        runs=tmp_path / "runs",
        measuring=NoRandomGraphs(debian),
    )
    yield made
    made.measurements.close()
    made.trainings.close()


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
