"""Every route of the studio on a graph whose names try everything: answers hold text alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.hostile import EVIL, UNSAFE, hostile_graph

from motifcnn.graph import Graph
from motifcnn.motif.tokens import quoted
from motifcnn.studio.access import Door
from motifcnn.studio.app import make_app
from motifcnn.studio.workbench import Workbench
from motifcnn.train import fit

DOOR = Door(8123, "the-secret")
RUN = "1-motif-cnn"
Query = dict[str, Any]


def pattern(graph: Graph) -> str:
    paper, author = graph.schema.node_types
    return f"(t:{quoted(paper)})--({quoted('c')}:{quoted(author)})"


def target(graph: Graph) -> str:
    return graph.schema.node_types[0]


def node(graph: Graph) -> str:
    return str(graph.ids[graph.schema.node_types[0]][3])


QUERIES: dict[tuple[str, str], Callable[[Graph], list[Query]]] = {
    ("get", "/api/schema"): lambda g: [{}, {"target": "x\x9b\u202e"}],
    ("get", "/api/nodes"): lambda g: [{"node_type": "x\x1b"}],
    ("get", "/api/catalogue"): lambda g: [{"target": "x\x9b"}],
    ("get", "/api/design"): lambda g: [{"target": "x\x9b", "pattern": EVIL}],
    ("get", "/api/instances"): lambda g: [
        {"pattern": pattern(g), "node": node(g)},
        {"pattern": pattern(g), "node": "x\x9b"},
    ],
    ("get", "/api/by-example"): lambda g: [{"node_type": ["\x9b", "b"], "node": ["c", "d"]}],
    ("get", "/api/collection"): lambda g: [{}],
    ("post", "/api/collection"): lambda g: [{"pattern": pattern(g)}, {"pattern": EVIL}],
    ("delete", "/api/collection"): lambda g: [{"pattern": pattern(g)}, {"pattern": EVIL}],
    ("delete", "/api/counting"): lambda g: [{"pattern": pattern(g)}, {"pattern": EVIL}, {}],
    ("post", "/api/counting"): lambda g: [{"pattern": pattern(g)}, {"pattern": EVIL}, {}],
    ("get", "/api/methods"): lambda g: [{"target": target(g)}, {"target": "x\x9b"}],
    ("get", "/api/trainings"): lambda g: [{}],
    ("post", "/api/trainings"): lambda g: [
        {"target": target(g), "model": "majority"},
        {"target": target(g), "model": "majority", "name": EVIL},
        {"target": "x\x9b", "model": "x\x9b", "settings": {"x\x9b": 1}},
    ],
    ("get", "/api/trainings/{number}"): lambda g: [{"number": 1}, {"number": 99}],
    ("delete", "/api/trainings/{number}"): lambda g: [{"number": 1}, {"number": 99}],
    ("get", "/api/runs"): lambda g: [{}],
    ("get", "/api/runs/difference"): lambda g: [
        {"one": RUN, "other": RUN},
        {"one": RUN, "other": "x\x9b"},
    ],
    ("get", "/api/runs/attention"): lambda g: [{"run": RUN}, {"run": "x\x9b"}],
    ("get", "/api/runs/why"): lambda g: [
        {"run": RUN, "node": node(g)},
        {"run": RUN, "node": "x\x9b"},
    ],
    ("get", "/api/runs/report.html"): lambda g: [{"run": RUN}, {"run": "x\x9b"}],
    ("get", "/api/runs/rerun.toml"): lambda g: [{"run": RUN}, {"run": "x\x9b"}],
}


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder, graph = tmp_path_factory.mktemp("studio"), hostile_graph()
    fit(graph, [pattern(graph)], epochs=1, settings={"filters": [4]}).save(folder / "runs" / RUN)
    made = Workbench(graph, EVIL, folder / "motifs.toml", runs=folder / "runs")
    yield made
    made.measurements.close()
    made.trainings.close()


@pytest.fixture(scope="module")
def client(bench: Workbench) -> TestClient:
    found = TestClient(make_app(bench, DOOR), base_url="http://127.0.0.1:8123")
    found.get("/", params={"token": DOOR.token})
    return found


def test_every_route_is_asked(client: TestClient) -> None:
    paths = client.get("/openapi.json").json()["paths"]
    routes = {(method, path) for path, methods in paths.items() for method in methods}
    assert routes == QUERIES.keys(), "a new route: add how to ask it on the hostile graph"


@pytest.mark.parametrize("route", QUERIES, ids=" ".join)
def test_answers_hold_names_as_text(
    route: tuple[str, str], client: TestClient, bench: Workbench
) -> None:
    method, path = route
    for query in QUERIES[route](bench.graph):
        sent = {"json": query} if method == "post" else {"params": query}
        answer = client.request(method, path.format(**query), **sent)  # type: ignore[arg-type]
        assert answer.status_code in (200, 422), answer.text
        is_json = answer.headers["content-type"] == "application/json"
        assert not UNSAFE - ({"\t"} if not is_json else set()) & set(answer.text), path
        if is_json:
            answer.json()


def test_the_collection_of_hostile_motifs_is_text_and_is_read_again(
    client: TestClient, bench: Workbench, tmp_path: Path
) -> None:
    assert client.post("/api/collection", json={"pattern": pattern(bench.graph)}).status_code == 200
    file = bench.collection.file
    assert "<script>" in file.read_text(encoding="utf-8")
    again = Workbench(bench.graph, EVIL, file)
    again.measurements.close()
    assert again.collection.motifs == bench.collection.motifs
