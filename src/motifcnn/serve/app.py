"""The application: routes of `motifcnn serve`."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse
from starlette.exceptions import HTTPException

import motifcnn
from motifcnn.errors import MotifCNNError
from motifcnn.serve import metrics, problems
from motifcnn.serve.gate import Gate
from motifcnn.serve.known_nodes import KnownNodes
from motifcnn.serve.limits import Limits
from motifcnn.serve.page import page_of
from motifcnn.serve.problems import RequestError, as_bytes, problem, problem_of
from motifcnn.serve.requests import (
    ExplainRequest,
    NewNodes,
    Predictions,
    PredictRequest,
    ProblemDetails,
)
from motifcnn.serve.worker import Worker, WorkerProblem
from motifcnn.visible import visible

TOLD = 5  # faults of a body that an answer names
JSON_BODY = "send JSON with the header Content-Type: application/json"
REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": ProblemDetails} for status in (401, 404, 413, 422, 503, 504)
}


def create_app(
    nodes: KnownNodes,
    worker: Worker,
    *,
    limits: Limits | None = None,
    token: str | None = None,
    hosts: Iterable[str] | None = None,
) -> Gate:
    """The ASGI application that answers predictions of one run.

    Parameters
    ----------
    nodes : KnownNodes
    worker : Worker
        Answers what is not stored; started with the application.
    limits : Limits, optional
    token : str, optional
        Every route but ``/health`` requires it.
    hosts : iterable of str, optional
        Names in the header Host that are answered; default: all.

    Examples
    --------
    >>> from fastapi.testclient import TestClient
    >>> import motifcnn as mc
    >>> run = mc.fit(mc.load_dataset("debian"), model="majority")
    >>> client = TestClient(create_app(KnownNodes(run), Worker("runs/1")))
    >>> client.post("/predict", json={"ids": ["gimp"]}).json()["predictions"][0]["node"]
    955
    """
    limits = limits or Limits()
    counts = metrics.Metrics()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        worker.start()
        yield
        await worker.stop()

    app = FastAPI(
        title="motifcnn serve",
        version=motifcnn.__version__,
        description=f"Classes of nodes of type {visible(nodes.target)}.",
        docs_url=None,  # its page loads scripts from elsewhere; `/` has one of our own
        redoc_url=None,
        lifespan=lifespan,
    )
    for kind in (HTTPException, MotifCNNError, RequestValidationError, WorkerProblem, Exception):
        app.add_exception_handler(kind, _refused)

    @app.post("/predict", response_model=Predictions, responses=REFUSALS)
    async def predict(body: PredictRequest) -> Response:
        """Classes and probabilities of known nodes, or of new ones with their links."""
        if (body.ids is None) == (body.new is None):
            raise RequestError(422, "give either ids of known nodes or new nodes, in `new`")
        if body.ids is not None:
            _require_most(len(body.ids), limits.ids, "ids")
            return _json({"predictions": nodes.predictions(body.ids), "notes": []})
        assert body.new is not None
        _require_sizes(body.new, limits)
        return _json(await worker.ask("predict", body.new.model_dump(mode="json")))

    @app.post("/explain", responses=REFUSALS)
    async def explain(body: ExplainRequest) -> Response:
        """Why a known node got its class: motifs, contributions, neighbours, sentences."""
        node = nodes.ids[nodes.row(body.id)]  # unknown nodes are refused without the worker
        return _json(await worker.ask("explain", {"id": node, "limit": body.limit}))

    @app.get("/health")
    async def health() -> dict[str, str]:
        """Whether the server answers."""
        return {"status": "ok"}

    @app.get("/metrics", response_class=Response)
    async def metrics_text() -> Response:
        """Requests, latencies and the queue, in the text format of Prometheus."""
        return Response(counts.text(queue=worker.waiting), media_type=metrics.MEDIA_TYPE)

    @app.get("/", response_class=HTMLResponse, include_in_schema=False)
    async def page() -> HTMLResponse:
        return HTMLResponse(page_of(app.openapi()))

    routes = [*app.openapi()["paths"], "/", "/openapi.json"]
    return Gate(app, routes=routes, metrics=counts, limits=limits, token=token, hosts=hosts)


def _require_sizes(new: NewNodes, limits: Limits) -> None:
    _require_most(sum(map(len, new.nodes.values())), limits.new_nodes, "new nodes")
    _require_most(sum(map(len, new.links.values())), limits.new_links, "links")


def _require_most(count: int, most: int, what: str) -> None:
    if count > most:
        raise RequestError(422, f"{count:,} {what}, at most {most:,}; send several requests")


def _json(document: Any) -> Response:
    return Response(as_bytes(document), media_type="application/json")


def _problem(document: dict[str, Any], headers: Mapping[str, str] | None = None) -> Response:
    return Response(as_bytes(document), document["status"], headers, media_type=problems.MEDIA_TYPE)


async def _refused(request: Request, error: Exception) -> Response:
    headers = getattr(error, "headers", None)
    if isinstance(error, WorkerProblem):
        return _problem(error.document)
    if isinstance(error, RequestValidationError):
        sent = request.headers.get("content-type", "")
        if sent.partition(";")[0].strip().lower() != "application/json":
            return _problem(problem(415, f"the body is {sent or 'of no type'}; {JSON_BODY}"))
        return _problem(_invalid(error))
    if isinstance(error, HTTPException):
        return _problem(problem(error.status_code, str(error.detail)), headers)
    return _problem(problem_of(error), headers)


def _invalid(error: RequestValidationError) -> dict[str, Any]:
    """What is wrong with a body, field by field; 400 where it is not even JSON."""
    found = error.errors()
    told = "; ".join(f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in found[:TOLD])
    more = f"; and {len(found) - TOLD} more" if len(found) > TOLD else ""
    is_json = all(one["type"] != "json_invalid" for one in found)
    return problem(422 if is_json else 400, told + more)
