"""A small dense graph and motifs for the tests of engines."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from motifcnn.graph import Graph, Relation, Schema
from motifcnn.motif import Motif

SCHEMA = Schema(("u", "v"), (Relation("u", "r", "u", directed=False), Relation("u", "s", "v")))
EDGE = Motif.parse("(t:u)--(c:v)")
WEDGE = Motif.parse("(t:u)--(a:u)--(c:u)")
TRIANGLE = Motif.parse("(t:u)--(a:u)--(c:u)--(t)")
RING = Motif.parse("(t:u)--(a:u)--(b:u)--(c:u)--(t)")
CLIQUE = Motif.parse("(t:u)--(a:u)--(b:u)--(c:u)--(t), (t)--(b), (a)--(c)")
PATH = Motif.parse("(t:u)--(a:u)--(b:u)--(c:v)")
ALL = (EDGE, WEDGE, TRIANGLE, RING, CLIQUE, PATH)


def dense_graph(seed: int = 0, nodes: int = 9) -> Graph:
    rng = np.random.default_rng(seed)
    adjacency = {
        ("u", "r", "u"): rng.random((nodes, nodes)) < 0.4,
        ("u", "s", "v"): rng.random((nodes, 4)) < 0.5,
    }
    return Graph(SCHEMA, adjacency, {"u": nodes, "v": 4})


def assert_equals(
    found: tuple[np.ndarray, list[sparse.csr_array]], expected: tuple[np.ndarray, list[np.ndarray]]
) -> None:
    """Bit for bit: instances and the matrix of each role."""
    assert found[0].dtype == np.int64
    np.testing.assert_array_equal(found[0], expected[0])
    for matrix, dense in zip(found[1], expected[1], strict=True):
        assert matrix.dtype == np.int64
        np.testing.assert_array_equal(matrix.toarray(), dense)
