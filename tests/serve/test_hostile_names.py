"""Every route of the server for a run whose names try everything: answers hold text alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.hostile import EVIL, UNSAFE, hostile_graph

from motifcnn.graph import write_graph
from motifcnn.motif.tokens import quoted
from motifcnn.serve.app import create_app
from motifcnn.serve.known_nodes import KnownNodes
from motifcnn.serve.worker_process import open_answer
from motifcnn.train import fit

GRAPH = hostile_graph()
PAPER, AUTHOR = GRAPH.schema.node_types
NODE = str(GRAPH.ids[PAPER][3])
NEW = {"nodes": {PAPER: [{"id": EVIL, "name": EVIL}]}, "links": {}}
BODIES: dict[tuple[str, str], list[Any]] = {
    ("post", "/predict"): [{"ids": [NODE]}, {"ids": ["\x9b"]}, {"new": NEW}, {EVIL: EVIL}],
    ("post", "/explain"): [{"id": NODE}, {"id": "\x9b\u202e"}],
    ("get", "/health"): [None],
    ("get", "/metrics"): [None],
}


class OwnProcess:
    """Stands for the worker: answers in this process."""

    waiting = 0

    def __init__(self, folder: Path) -> None:
        self._answer = open_answer(str(folder / "run"), str(folder / "graph"))

    def start(self) -> None: ...

    async def stop(self) -> None: ...

    async def ask(self, what: str, body: dict[str, Any]) -> Any:
        return self._answer({"what": what, "body": body})


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder = tmp_path_factory.mktemp("serve")
    motif = f"(t:{quoted(PAPER)})--(c:{quoted(AUTHOR)})"
    run = fit(GRAPH, [motif], epochs=1, settings={"filters": [4]})
    run.save(folder / "run")
    write_graph(GRAPH, folder / "graph")
    worker: Any = OwnProcess(folder)
    with TestClient(create_app(KnownNodes(run), worker)) as found:
        yield found


def test_every_route_is_asked(client: TestClient) -> None:
    paths = client.get("/openapi.json").json()["paths"]
    routes = {(method, path) for path, methods in paths.items() for method in methods}
    assert routes == BODIES.keys(), "a new route: add how to ask it for the hostile run"


@pytest.mark.parametrize("route", BODIES, ids=" ".join)
def test_answers_hold_names_as_text(route: tuple[str, str], client: TestClient) -> None:
    method, path = route
    for body in BODIES[route]:
        answer = client.request(method, path, json=body)
        assert answer.status_code in (200, 404, 422), answer.text
        assert not UNSAFE & set(answer.text), sorted(UNSAFE & set(answer.text))


def test_the_page_and_the_schema_hold_names_as_text(client: TestClient) -> None:
    page, schema = client.get("/").text, client.get("/openapi.json").text
    assert not UNSAFE & set((page + schema).replace("\t", ""))
    assert "<script>alert(1)" not in page and "onerror=alert(2)>" not in page.replace("&gt;", "")
