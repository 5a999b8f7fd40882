"""Requests to `motifcnn serve` and `motifcnn studio`, without a network in between.

A request is JSON: method, path, query and body. The answer may be a refusal, never a failure.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable
from functools import cache
from typing import Any

from benchmarks.fuzz.mutate import mutated_json
from benchmarks.fuzz.seeds import PATTERN, SPLIT, bibliography, new_place

TOKEN = "the-secret"
NEW = {"id": 99, "name": "new", "features": [0.5, 0.1, 0.2], "columns": {}}
SERVE: tuple[dict[str, Any], ...] = (
    {"path": "/predict", "body": {"ids": [1, "p2"]}},
    {"path": "/predict", "body": {"new": {"nodes": {"paper": [NEW]}, "links": {"by": [[99, 1]]}}}},
    {"path": "/explain", "body": {"id": "p3", "limit": 3}},
    {"method": "GET", "path": "/metrics", "query": {"a": "b"}},
)
STUDIO: tuple[dict[str, Any], ...] = (
    {"method": "GET", "path": "/api/schema", "query": {"target": "paper"}},
    {"method": "GET", "path": "/api/nodes", "query": {"node_type": "paper", "search": "p1"}},
    {"method": "GET", "path": "/api/catalogue", "query": {"target": "paper", "max_nodes": 3}},
    {"method": "GET", "path": "/api/design", "query": {"target": "paper", "pattern": PATTERN}},
    {"method": "GET", "path": "/api/instances", "query": {"pattern": PATTERN, "node": "p1"}},
    {
        "method": "GET",
        "path": "/api/by-example",
        "query": {"node_type": ["paper", "author"], "node": ["p1", "2"]},
    },
    {"path": "/api/collection", "body": {"pattern": PATTERN}},
    {"method": "DELETE", "path": "/api/collection", "query": {"pattern": PATTERN}},
)
METHODS = ("GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS")


def as_request(seed: dict[str, Any]) -> bytes:
    """A seed as it is."""
    texts = {part: json.dumps(seed[part]) for part in ("query", "body") if part in seed}
    return json.dumps(seed | texts).encode()


def make_request(rng: random.Random, seeds: tuple[dict[str, Any], ...]) -> bytes:
    """A request with one of its parts changed."""
    found = dict(rng.choice(seeds))
    part = rng.choice([key for key in ("query", "body") if key in found])
    changed = mutated_json(rng, json.dumps(found[part]).encode())
    if rng.random() < 0.05:
        found["method"] = rng.choice(METHODS)
    # A body is kept as text: it need not be JSON.
    found[part] = changed.decode("utf-8", "replace")
    return json.dumps(found).encode()


def read_request(content: bytes, make_app: Callable[[], Any]) -> None:
    """Sends a request to an application; whatever it fails with is raised."""
    request = json.loads(content)
    answer = asyncio.run(_send(make_app(), request))
    assert answer.status_code < 500, f"status {answer.status_code}: {answer.text[:300]}"
    controls = {c for c in answer.text if c < " " or "\x7f" <= c < "\xa0"} - set("\n\t\r")
    assert not controls, f"control characters in the answer: {controls!r}"
    assert len(answer.content) < 2_000_000, "a long answer"


async def _send(app: Any, request: dict[str, Any]) -> Any:
    from httpx2 import ASGITransport, AsyncClient

    transport = ASGITransport(app, raise_app_exceptions=True)
    headers = {"content-type": "application/json"}
    async with AsyncClient(transport=transport, base_url="http://127.0.0.1:8123") as client:
        if app is studio_app():
            client.cookies.update({studio_door().cookie: TOKEN})
        return await client.request(
            request.get("method", "POST"),
            request["path"],
            params=_query(request.get("query")),
            content=request.get("body", "").encode("utf-8", "replace"),
            headers=headers,
        )


def _query(text: Any) -> list[tuple[str, str]]:
    """Pairs of a query; what cannot be in an address is left out."""
    try:
        found = json.loads(text) if isinstance(text, str) else text
    except ValueError:
        found = {"target": text}
    pairs = found.items() if isinstance(found, dict) else ()
    every = [
        (name, one) for name, many in pairs for one in (many if type(many) is list else [many])
    ]
    return [(_sendable(name), _sendable(str(one))) for name, one in every]


def _sendable(text: str) -> str:
    """A text that a client sends: no half of a pair, and no address over its limit."""
    return text[:4000].encode("utf-8", "replace").decode()


class OwnProcess:
    """Stands for the worker of the server: answers in this process."""

    waiting = 0

    def __init__(self, folder: str, source: str) -> None:
        from motifcnn.serve.worker_process import open_answer

        self._answer = open_answer(folder, source)

    async def ask(self, what: str, body: dict[str, Any]) -> Any:
        return self._answer({"what": what, "body": json.loads(json.dumps(body))})


@cache
def serve_app() -> Any:
    """A server of a small run."""
    import motifcnn as mc
    from motifcnn.serve.app import create_app
    from motifcnn.serve.known_nodes import KnownNodes

    graph, place = bibliography(), new_place("serve")
    mc.write_graph(graph, place / "graph")
    run = mc.fit(graph, [PATTERN], preset="inductive", split=SPLIT, epochs=1)
    run.save(place / "run")
    worker: Any = OwnProcess(str(place / "run"), str(place / "graph"))
    return create_app(KnownNodes(run), worker)


@cache
def studio_door() -> Any:
    from motifcnn.studio.access import Door

    return Door(8123, TOKEN)


@cache
def studio_app() -> Any:
    """A studio of a small graph."""
    from motifcnn.studio.app import make_app
    from motifcnn.studio.workbench import Workbench

    place = new_place("studio")
    place.mkdir()
    return make_app(Workbench(bibliography(), "here", place / "motifs.toml"), studio_door())
