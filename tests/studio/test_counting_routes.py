"""Counting is cancelled and begun again over the API, in a process that is replaced."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from fastapi.testclient import TestClient

import motifcnn as mc
from motifcnn.graph import Graph
from motifcnn.motif import Motif
from motifcnn.studio.app import make_app
from motifcnn.studio.graph_process import GraphProcess
from motifcnn.studio.measure import Measured, measure
from motifcnn.studio.workbench import Workbench
from studio.conftest import DOOR, NoRandomGraphs
from studio.graph_calls import sleep

LONG = "(t:package)--(m:maintainer)--(c:package)"
OTHER = "(t:package)--(c:library)"


class OneIsLong(NoRandomGraphs):
    """Counts in a process in which the first count of one motif never ends."""

    def __init__(self, graph: Graph) -> None:
        super().__init__(graph)
        self.process, self.begun = GraphProcess(graph), Event()
        self.stop = self.process.stop  # type: ignore[method-assign]

    def call(self, function: Any, *arguments: Any, **more: Any) -> Any:
        if function is not measure:
            return super().call(function, *arguments, **more)
        if arguments[0] == Motif.parse(LONG) and not self.begun.is_set():
            self.begun.set()
            return self.process.call(sleep)
        return self.process.call(measure, *arguments)


@pytest.fixture
def caller(debian: Graph) -> Iterator[OneIsLong]:
    made = OneIsLong(debian)
    made.process.start()
    yield made
    made.stop()


@pytest.fixture
def bench(debian: Graph, tmp_path: Path, caller: OneIsLong) -> Iterator[Workbench]:
    made = Workbench(debian, "debian", tmp_path / "motifs.toml", measuring=caller)
    yield made
    made.close()


@pytest.fixture
def other(bench: Workbench) -> TestClient:
    """A second browser."""
    made = TestClient(make_app(bench, DOOR), base_url="http://127.0.0.1:8123")
    made.get("/", params={"token": DOOR.token})
    return made


def card_of(client: TestClient, pattern: str) -> Any:
    query = {"target": "package", "pattern": pattern}
    return client.get("/api/design", params=query).json()["card"]


def wait_for(client: TestClient, pattern: str, is_there: Callable[[Any], bool]) -> Any:
    for _ in range(200):
        if is_there(card := card_of(client, pattern)):
            return card
        time.sleep(0.05)
    raise AssertionError(card)


def test_a_count_that_is_ended_in_the_middle_is_cancelled_for_all_and_counted_after_all(
    client: TestClient, other: TestClient, caller: OneIsLong, debian: Graph
) -> None:
    card_of(client, LONG)
    assert caller.begun.wait(30)
    card_of(client, OTHER)
    answer = client.delete("/api/counting", params={"pattern": LONG})
    assert answer.json() == {"waiting": 1, "cancelled": 1}
    for browser in (client, other):
        assert card_of(browser, LONG)["cancelled"] and card_of(browser, LONG)["measured"] is None

    found = wait_for(client, OTHER, lambda card: card["measured"])
    assert found["measured"]["instances"] == mc.count(debian, OTHER).instances.sum()
    assert other.post("/api/counting", json={"pattern": LONG}).json()["cancelled"] == 0
    found = wait_for(client, LONG, lambda card: card["measured"])
    assert found["measured"]["instances"] == mc.count(debian, LONG).instances.sum()
    assert not found["cancelled"]


def test_all_that_the_catalogue_waits_for_is_cancelled_and_begun_again(
    client: TestClient, other: TestClient, caller: OneIsLong, bench: Workbench
) -> None:
    card_of(client, LONG)
    assert caller.begun.wait(30)
    query = {"target": "package", "max_nodes": 2}
    assert client.get("/api/catalogue", params=query).json()["waiting"] == 9
    assert client.delete("/api/counting").json() == {"waiting": 0, "cancelled": 10}
    page = other.get("/api/catalogue", params=query).json()
    assert (page["waiting"], page["comparing"], page["cancelled"]) == (0, 0, 9)
    assert all(card["cancelled"] for card in page["cards"])
    assert other.post("/api/counting", json={}).json() == {"waiting": 10, "cancelled": 0}
    bench.measurements.close()
    page = client.get("/api/catalogue", params=query).json()
    assert (page["waiting"], page["comparing"], page["cancelled"]) == (0, 0, 0)
    assert all(
        isinstance(bench.measurements.get(Motif.parse(each["pattern"])), Measured)
        for each in page["cards"]
    )


def test_examples_say_how_many_were_cancelled(client: TestClient, caller: OneIsLong) -> None:
    card_of(client, LONG)
    assert caller.begun.wait(30)
    query = {"node_type": ["package", "tag"], "node": ["gimp", "implemented-in::c"]}
    asked = client.get("/api/by-example", params=query).json()
    client.delete("/api/counting")
    found = client.get("/api/by-example", params=query).json()
    assert asked["waiting"] == found["cancelled"] == len(found["motifs"]) > 0
    assert found["waiting"] == 0


def test_a_pattern_that_cannot_be_read_is_refused(client: TestClient) -> None:
    for answer in (
        client.delete("/api/counting", params={"pattern": "("}),
        client.post("/api/counting", json={"pattern": "("}),
    ):
        assert answer.status_code == 422 and "cannot read the motif" in answer.json()["error"]
