from __future__ import annotations

import asyncio
import json
import sys
from dataclasses import asdict, replace

import numpy as np
import pytest
from fastapi.testclient import TestClient

from motifcnn.explain import explain
from motifcnn.graph import Graph, with_neighbours
from motifcnn.serve.app import create_app
from motifcnn.serve.known_nodes import KnownNodes
from motifcnn.serve.limits import Limits
from motifcnn.serve.worker import Worker
from motifcnn.train import Run


def test_known_nodes_come_in_the_order_of_the_request(client: TestClient, run: Run) -> None:
    answer = client.post("/predict", json={"ids": [159, "100"]})
    assert answer.status_code == 200
    found = answer.json()["predictions"]
    assert [row["node"] for row in found] == [159, 100]
    for row, place in zip(found, (59, 0), strict=True):
        assert row["predicted"] == [run.classes[run.probabilities[place].argmax()]]
        assert np.allclose(list(row["probabilities"].values()), run.probabilities[place], atol=1e-6)


def test_a_hostile_name_comes_back_as_text_of_json(client: TestClient, run: Run) -> None:
    answer = client.post("/predict", json={"ids": [100]})
    assert answer.json()["predictions"][0]["name"] == run.names[0]
    assert answer.content.isascii()
    assert b"\x1b" not in answer.content
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_a_hostile_id_is_told_without_escapes(client: TestClient) -> None:
    answer = client.post("/predict", json={"ids": ["\x1b[31m<b>\u202e"]})
    assert answer.status_code == 404
    detail = answer.json()["detail"]
    assert "\x1b" not in detail and "\u202e" not in detail
    assert "x1b[31m<b>" in detail


@pytest.mark.parametrize(
    ("body", "status", "message"),
    [
        ("{", 400, "JSON"),
        ("[" * 100_000, 400, ""),
        ("9" * 5000, 400, ""),
        ("[]", 422, "body"),
        ("{}", 422, "either ids of known nodes or new nodes"),
        ('{"ids": [1], "new": {"nodes": {}}}', 422, "either ids"),
        ('{"ids": [1.5]}', 422, "body.ids.0"),
        ('{"ids": [true]}', 422, "body.ids.0"),
        ('{"ids": [NaN]}', 422, "body.ids.0"),
        ('{"ids": [1], "id": 1}', 422, "body.id"),
        ('{"ids": [99999999999999999999]}', 422, "body.ids.0"),
        ('{"ids": ["\\ud800"]}', 422, "body.ids.0"),
    ],
)
def test_a_body_that_makes_no_sense_is_a_problem(
    client: TestClient, body: str, status: int, message: str
) -> None:
    headers = {"Content-Type": "application/json"}
    answer = client.post("/predict", content=body, headers=headers)
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["status"] == status
    assert message in answer.json()["detail"]
    assert "Traceback" not in answer.text


def test_too_many_ids_nodes_and_links_are_refused(client: TestClient) -> None:
    limits = Limits()
    node = {"id": 1}
    for body, message in (
        ({"ids": [100] * (limits.ids + 1)}, "1,001 ids, at most 1,000"),
        ({"new": {"nodes": {"paper": [node] * (limits.new_nodes + 1)}}}, "1,001 new nodes"),
        (
            {"new": {"nodes": {}, "links": {"by": [[1, 1]] * (limits.new_links + 1)}}},
            "10,001 links",
        ),
    ):
        answer = client.post("/predict", json=body)
        assert answer.status_code == 422
        assert message in answer.json()["detail"]


def test_unknown_paths_and_methods_are_problems_and_one_route_in_metrics(
    client: TestClient,
) -> None:
    assert client.get('/nowhere"x').status_code == 404
    assert client.get("/predict").status_code == 405
    assert client.get("/predict").json()["title"] == "Method Not Allowed"
    text = client.get("/metrics").text
    assert 'motifcnn_requests_total{route="other",status="404"} 1' in text
    assert "nowhere" not in text


def test_an_explanation_is_that_of_explain(working: TestClient, run: Run, papers: Graph) -> None:
    answer = working.post("/explain", json={"id": 107, "limit": 2})
    assert answer.status_code == 200, answer.text
    found = explain(run, 107, papers, limit=2)
    expected = asdict(found) | {"probabilities": dict(found.probabilities)}
    assert answer.json() == json.loads(json.dumps(expected))


def test_new_nodes_are_predicted_as_the_run_predicts_them(
    working: TestClient, run: Run, papers: Graph
) -> None:
    """A copy of a known paper, under another id, gets the probabilities of predict_new."""
    row = 9
    words = papers.features["paper"][row].tolist()
    authors = papers.adjacency["paper", "by", "author"][[row]].indices.tolist()
    venues = papers.adjacency["paper", "at", "venue"][[row]].indices.tolist()
    new = {
        "nodes": {"paper": [{"id": 500, "name": "copy", "features": words}]},
        "links": {"by": [[500, a] for a in authors], "at": [[500, v] for v in venues]},
    }
    answer = working.post("/predict", json={"new": new})
    assert answer.status_code == 200, answer.text
    (found,) = answer.json()["predictions"]
    part = with_neighbours(papers, "paper", [row])
    at = int(np.flatnonzero(part.ids["paper"] == 109)[0])
    ids = part.ids["paper"].copy()
    ids[at] = 500
    names = np.full(len(ids), "", dtype=object)
    copy = replace(part, ids={**part.ids, "paper": ids}, names={"paper": names}, splits={})
    frame = run.predict_new(copy, papers)
    expected = frame[frame["node"] == 500].iloc[0]
    assert (found["node"], found["name"]) == (500, "copy")
    assert found["predicted"] == [expected["predicted"]]
    for name, chance in found["probabilities"].items():
        assert abs(chance - expected[f"p({name})"]) < 1e-5


def test_what_is_wrong_with_new_nodes_is_told(working: TestClient) -> None:
    new = {"nodes": {"paper": [{"id": 500, "features": [1.0]}]}}
    answer = working.post("/predict", json={"new": new})
    assert answer.status_code == 422
    assert answer.json()["title"] == "GraphError"
    assert answer.json()["detail"] == "new paper 500: 1 feature, expected 30"


def test_known_nodes_do_not_wait_for_slow_requests(run: Run) -> None:
    """While the worker is busy for a minute, the queue is seen and known nodes are answered."""
    import httpx2

    async def ask() -> tuple[int, str, int]:
        worker = Worker("nowhere", limits=Limits(queue=1))
        worker.command = [sys.executable, "-c", "import time; time.sleep(60)"]
        app = create_app(KnownNodes(run), worker)
        transport = httpx2.ASGITransport(app=app)
        async with httpx2.AsyncClient(transport=transport, base_url="http://localhost") as client:
            slow = asyncio.create_task(client.post("/explain", json={"id": 104}))
            while not worker.waiting:
                await asyncio.sleep(0.01)
            known = await client.post("/predict", json={"ids": [104]})
            metrics = await client.get("/metrics")
            refused = await client.post("/explain", json={"id": 105})
            assert int(refused.headers["retry-after"]) >= 1
            assert not slow.done()
            slow.cancel()
            await asyncio.gather(slow, return_exceptions=True)
        await worker.stop()
        return known.status_code, metrics.text, refused.status_code

    known, text, refused = asyncio.run(ask())
    assert (known, refused) == (200, 503)
    assert "motifcnn_queue_length 1" in text


@pytest.mark.parametrize("sent", ["application/x-www-form-urlencoded", ""])
def test_a_body_of_another_type_is_told_which_header_to_send(client: TestClient, sent: str) -> None:
    headers = {"Content-Type": sent} if sent else {}
    answer = client.post("/predict", content='{"ids": [100]}', headers=headers)
    assert answer.status_code == 415
    assert "Content-Type: application/json" in answer.json()["detail"]
