"""Runs on small graphs as fixtures, for the tests of explanations and reports."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from motifcnn.graph import Graph
from motifcnn.train import Run, fit
from small_graphs import MOTIFS, bibliography

SHARES = (0.3, 0.2, 0.5)


@pytest.fixture(scope="session")
def graph() -> Graph:
    return replace(bibliography(papers=80, names=True), name="bibliography")


@pytest.fixture(scope="session")
def run(graph: Graph) -> Run:
    return fit(graph, MOTIFS, split=SHARES, epochs=8, settings={"filters": [8]})


@pytest.fixture(scope="session")
def deep_run(graph: Graph) -> Run:
    return fit(graph, MOTIFS, preset="asonam", split=SHARES, epochs=3, settings={"filters": [8, 4]})


@pytest.fixture(scope="session")
def averaging_run(graph: Graph) -> Run:
    """Two layers whose last one averages its motifs and gives the logits."""
    settings = {
        "filters": (6,),
        "dense": False,
        "shared_own": True,
        "shared_filters": True,
        "last_combine": "mean",
    }
    return fit(graph, MOTIFS, preset="asonam", split=SHARES, epochs=3, settings=settings)


@pytest.fixture(scope="session")
def wide_run(graph: Graph) -> Run:
    return fit(graph, MOTIFS, model="wide-motif", split=SHARES, epochs=8, settings={"filters": 8})


@pytest.fixture(scope="session")
def multi_label_run() -> Run:
    return fit(
        bibliography(papers=80, multi_label=True),
        MOTIFS,
        split=SHARES,
        epochs=5,
        settings={"filters": [8]},
    )


@pytest.fixture(scope="session")
def baseline() -> Run:
    return fit(bibliography(papers=80), model="mlp", split=SHARES, epochs=3)


@pytest.fixture(scope="session")
def hostile() -> Run:
    """Names of nodes, classes and the graph that are markup."""
    graph = bibliography(papers=60, names=True)
    evil = "<script>alert(1)</script>"
    labels = replace(
        graph.labels["paper"], classes=(evil, '"><img src=x onerror=alert(2)>', "ir & db")
    )
    names = {"paper": np.array([f"{evil} {i}" for i in range(60)], dtype=object)}
    return fit(
        replace(graph, names=names, labels={"paper": labels}, name=f"</title>{evil}"),
        MOTIFS[:1],
        split=SHARES,
        epochs=2,
    )
