"""Pruning leaves out only what no instance can use."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings

from motifcnn.graph import Graph, Relation, Schema
from motifcnn.motif import Motif
from motifcnn.tensor.pattern.problem import make_problem
from tests.oracle import brute_force
from tests.strategies import graphs_with_motifs


@settings(max_examples=100)
@given(case=graphs_with_motifs())
def test_every_link_of_every_instance_is_kept(case: tuple[Graph, Motif]) -> None:
    graph, motif = case
    kept = make_problem(graph, motif, induced=False).linked
    others = [i for i in range(len(motif.nodes)) if i != motif.target]
    place = {motif.target: 0} | {node: k for k, node in enumerate(others, start=1)}
    _, roles = brute_force(graph, motif.with_roles("orbit"))
    for k, role in enumerate(motif.with_roles("orbit").roles):
        for member in role.members:
            if (0, place[member]) in kept:
                used = roles[k] > 0
                assert not (used & ~kept[0, place[member]].toarray()).any()


def test_papers_without_venue_are_out_of_the_way() -> None:
    schema = Schema(
        ("author", "paper", "venue"),
        (Relation("paper", "by", "author"), Relation("paper", "in", "venue")),
    )
    by, venues = np.ones((10, 4), dtype=bool), np.zeros((10, 2), dtype=bool)
    venues[0, 1] = True
    graph = Graph(
        schema,
        {("paper", "by", "author"): by, ("paper", "in", "venue"): venues},
        {"author": 4, "paper": 10, "venue": 2},
    )
    problem = make_problem(graph, Motif.parse("(t:author)--(p:paper)--(c:venue)"), induced=False)
    assert problem.linked[0, 1].nnz == 4, "four authors, one paper that has a venue"
