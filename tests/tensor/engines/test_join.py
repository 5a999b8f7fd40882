"""Joins report their progress, whatever the graph."""

from __future__ import annotations

import numpy as np

from motifcnn.graph import Graph, Relation, Schema
from motifcnn.motif import Motif
from motifcnn.tensor import count

SCHEMA = Schema(("a", "b"), (Relation("a", "r", "b"),))


def test_a_target_type_without_nodes_counts_nothing_and_reports_to_the_end() -> None:
    graph = Graph(SCHEMA, {("a", "r", "b"): np.zeros((0, 3))}, {"a": 0, "b": 3})
    for text in ("(t:a)--(c:b)", "(t:a)--(b:b)--(x:a)--(c:b)"):
        told: list[float] = []
        tensor = count(graph, Motif.parse(text), engine="join", progress=told.append)
        assert tensor.instances.shape == (0,)
        assert [role.matrix.shape[0] for role in tensor.roles] == [0] * len(tensor.roles)
        assert told[-1] == 1.0
        assert all(0 <= share <= 1 for share in told)
