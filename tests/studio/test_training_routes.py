"""The API trains: an order is checked by field, queued, followed and cancelled."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient

import motifcnn as mc
from motifcnn.studio.workbench import Workbench

ORDER = {"model": "gcn", "target": "package", "settings": {"epochs": 2, "hidden": [8]}}


def test_a_training_leads_to_a_run(client: TestClient, bench: Workbench, ask: Any) -> None:
    begun = client.post("/api/trainings", json=ORDER)
    assert begun.status_code == 200, begun.text
    assert begun.json()["run"] == "1-gcn"
    bench.trainings.close()
    found = ask("/api/trainings/1")
    run = mc.load_run(bench.runs.path / "1-gcn")
    assert found["state"] == "done"
    losses = [epoch.loss for epoch in run.history]
    assert [point["loss"] for point in found["curves"][0]["points"]] == losses
    assert bench.has(("attention", "1-gcn", bench.runs.stamp("1-gcn"))), "nobody waits for it"
    (listed,) = ask("/api/trainings")
    assert listed == found | {"curves": []}


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"settings": {"dropout": 2}}, "settings.dropout"),
        ({"motifs": ["(t:package)--(c:library)"]}, "motifs"),
        ({"split": "nowhere"}, "split"),
    ],
)
def test_a_wrong_order_is_refused_with_its_field(
    client: TestClient, ask: Any, change: dict[str, Any], field: str
) -> None:
    answer = client.post("/api/trainings", json=ORDER | change)
    assert answer.status_code == 422 and answer.json()["field"] == field
    assert ask("/api/trainings") == []


def test_a_name_that_is_taken_is_refused(client: TestClient) -> None:
    assert client.post("/api/trainings", json=ORDER | {"name": "mine"}).status_code == 200
    answer = client.post("/api/trainings", json=ORDER | {"name": "mine"})
    assert answer.status_code == 422 and answer.json()["field"] == "name"
    assert "a run 'mine' already" in answer.json()["error"]


def test_a_cancelled_training_keeps_nothing(client: TestClient, bench: Workbench) -> None:
    long = ORDER | {"settings": {"epochs": 5000, "window": 5000, "hidden": [8]}}
    client.post("/api/trainings", json=long)
    assert client.delete("/api/trainings/1").status_code == 200
    bench.trainings.close()
    assert client.get("/api/trainings/1").json()["state"] == "cancelled"
    assert bench.runs.names() == []


def test_a_training_that_is_not_there_is_refused(client: TestClient) -> None:
    assert client.get("/api/trainings/7").status_code == 422
    assert client.delete("/api/trainings/7").status_code == 422


def test_methods_are_those_of_the_target(ask: Any) -> None:
    assert ask("/api/methods", target="package")["methods"][0]["name"] == "motif-cnn"
    assert not ask("/api/methods", target="tag")["labelled"]
