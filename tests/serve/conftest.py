"""A stored run of a small graph, and the application that serves it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from fastapi.testclient import TestClient

from motifcnn.graph import Graph, write_graph
from motifcnn.serve.app import create_app
from motifcnn.serve.known_nodes import KnownNodes
from motifcnn.serve.worker import Worker
from motifcnn.train import Run, fit, load_run
from small_graphs import MOTIFS, bibliography

HOSTILE = "<script>\x1b[31m\u202e"


@pytest.fixture(scope="session")
def papers() -> Graph:
    """Sixty papers with ids 100 to 159; the first has a name with HTML and an escape."""
    graph = bibliography(papers=60, names=True)
    names = graph.names["paper"].copy()
    names[0], names[2] = HOSTILE, names[1]
    return replace(graph, ids={"paper": np.arange(100, 160)}, names={"paper": names}, name="papers")


@pytest.fixture(scope="session")
def run_folder(papers: Graph, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of that graph, which notes where its graph is."""
    folder = tmp_path_factory.mktemp("serve")
    write_graph(papers, folder / "papers")
    run = fit(papers, MOTIFS[:2], preset="inductive", epochs=2)
    run.save(folder / "run", source=folder / "papers")
    return folder / "run"


@pytest.fixture(scope="session")
def run(run_folder: Path) -> Run:
    return load_run(run_folder)


@pytest.fixture
def client(run: Run, run_folder: Path) -> Iterator[TestClient]:
    """A client of the application; its worker process starts with the first slow request."""
    app = create_app(KnownNodes(run), Worker(run_folder), hosts={"localhost"})
    yield TestClient(app, base_url="http://localhost", raise_server_exceptions=False)


@pytest.fixture(scope="module")
def working(run: Run, run_folder: Path) -> Iterator[TestClient]:
    """A client of the application with its worker process."""
    app = create_app(KnownNodes(run), Worker(run_folder))
    with TestClient(app, base_url="http://localhost", raise_server_exceptions=False) as client:
        yield client
