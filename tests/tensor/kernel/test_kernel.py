"""Kernels count in forked children as in their parent."""

from __future__ import annotations

import multiprocessing
import os

import numpy as np
import pytest

from motifcnn.graph import Graph
from motifcnn.tensor import count
from motifcnn.tensor.operator import operator
from tests.small_graphs import bibliography

GRAPH = bibliography()
PATH = "(t:paper)--(a:author)--(c:paper)"


def counted(engine: str) -> bytes:
    tensor = count(GRAPH, PATH, engine=engine)
    return tensor.instances.tobytes() + tensor.role("c").matrix.toarray().tobytes()


def multiplied(graph: Graph) -> bytes:
    x = np.ones((graph.counts["paper"], 200), np.float32)
    return operator(graph, PATH, engine="factored").roles[1].matmul(x).tobytes()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
def test_a_forked_child_counts_what_its_parent_counts() -> None:
    engines = ("enumerate", "matrix", "join", "scipy")
    expected = [counted(engine) for engine in engines] + [multiplied(GRAPH)]
    with multiprocessing.get_context("fork").Pool(2) as pool:
        found = pool.map_async(counted, engines).get(timeout=120)
        found.append(pool.apply_async(multiplied, (GRAPH,)).get(timeout=120))
    assert found == expected
