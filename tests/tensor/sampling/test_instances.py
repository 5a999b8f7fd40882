"""Instances drawn from a target are uniform over its instances."""

from __future__ import annotations

import numpy as np
import pytest

from motifcnn.datasets.synthetic import random_bipartite
from motifcnn.graph import Graph, Relation, Schema
from motifcnn.motif import Motif
from motifcnn.tensor import count
from motifcnn.tensor.sampling.instances import draw_instances, walks_of


def random_graph(nodes: int = 12, seed: int = 3) -> Graph:
    rng = np.random.default_rng(seed)
    schema = Schema(("a", "b"), (Relation("a", "r", "b"), Relation("a", "s", "a", directed=False)))
    links = {
        ("a", "r", "b"): rng.random((nodes, 5)) < 0.4,
        ("a", "s", "a"): rng.random((nodes, nodes)) < 0.3,
    }
    return Graph(schema, links, {"a": nodes, "b": 5})


@pytest.mark.parametrize(
    "pattern",
    [
        "(t:a)--(b:b)--(c:a)",
        "(t:a)--(m:a)--(c:a)",
        "(t:a)--(m:a)--(c:a)--(t)",
        "(t:a)--(m:a), (t)--(n:a), (t)--(b:b)",
    ],
)
def test_draws_follow_the_tensor(pattern: str) -> None:
    graph, motif = random_graph(), Motif.parse(pattern)
    tensor = count(graph, motif)
    targets = np.flatnonzero(tensor.instances > 0)
    number = 4000
    walks = walks_of(graph, motif)
    drawn = draw_instances(walks, targets, number, np.random.default_rng(0))
    assert drawn.complete.all()
    assert np.array_equal(np.bincount(drawn.owner), np.full(len(targets), number))
    for role, members in zip(tensor.roles, walks.problem.roles, strict=True):
        met = np.zeros((len(targets), role.matrix.shape[1]))
        for member in members:
            np.add.at(met, (drawn.owner, drawn.nodes[member]), 1)
        share = role.matrix[targets].toarray() / (tensor.instances[targets, None] * role.members)
        error = np.sqrt(share * (1 - share) / number)
        found = met / (number * role.members)
        assert (found[share == 0] == 0).all()
        # Members of one role in one instance differ, so draws of a role are no less even than
        # independent ones.
        assert (np.abs(found - share) <= 5 * error + 1e-12).all()


def test_a_target_without_instances_gets_none() -> None:
    graph = random_bipartite(50, 200, 60, seed=1)
    motif = Motif.parse("(t:left)--(b:right)--(c:left)")
    instances = count(graph, motif).instances
    drawn = draw_instances(walks_of(graph, motif), np.arange(50), 3, np.random.default_rng(0))
    assert not drawn.complete[instances == 0].any()
    assert (np.bincount(drawn.owner, minlength=50)[instances == 0] == 0).all()
    # One instance among many walks may be given up, but what is complete is complete.
    assert (np.bincount(drawn.owner, minlength=50)[drawn.complete] == 3).all()
