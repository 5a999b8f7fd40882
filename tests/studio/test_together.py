"""Counts of instances that hold given nodes equal those of a list of all instances."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.strategies import graphs_with_motifs

import motifcnn as mc
from motifcnn.graph import Graph
from motifcnn.motif import Motif
from motifcnn.studio.neighbourhood import Example, find_neighbourhood
from motifcnn.studio.together import Together, demands


def listed_together(graph: Graph, motif: Motif, target: str, others: list[Example]) -> int:
    """By a list of all instances at the target: those that have all the other nodes."""
    every = mc.instances(graph, motif, target, limit=10**6).rows
    holds = np.ones(len(every), dtype=bool)
    for node_type, row in others:
        columns = [i for i, t in enumerate(motif.types) if t == node_type and i != motif.target]
        holds &= (every[:, columns] == row).any(axis=1)
    return int(holds.sum())


@pytest.mark.parametrize("number", [1, 2])
def test_counts_equal_those_of_the_listed_instances(debian: Graph, number: int) -> None:
    libraries = debian.adjacency["package", "package-depends-library", "library"]
    rows = libraries.indices[libraries.indptr[955] :][:number].tolist()
    others = [("library", row) for row in rows]
    together = Together(
        find_neighbourhood(debian, [("package", 955), *others]),
        ["package"] + ["library"] * number,
    )
    motifs = mc.catalogue(debian.schema, "package", 3)
    motifs = [m for m in motifs if m.types.count("library") >= number]
    if number == 2:
        motifs += mc.catalogue(debian.schema, "package", 4, min_nodes=4, relations="any")[::40]
    found = 0
    for demand in demands(motifs, debian.schema):
        expected = listed_together(debian, demand.motif, "gimp", others)
        assert together.count(demand) == expected, demand.motif
        found += expected > 0
    assert found >= 5


@given(given_=graphs_with_motifs(max_nodes=7, motif_nodes=4), data=st.data())
def test_counts_equal_brute_force_on_any_graph(
    given_: tuple[Graph, Motif], data: st.DataObject
) -> None:
    graph, motif = given_
    nodes = [(t, row) for t, n in graph.counts.items() for row in range(n)]
    targets = [node for node in nodes if node[0] == motif.target_type]
    assume(targets and len(nodes) >= len(motif.nodes) >= 2)
    target = data.draw(st.sampled_from(targets))
    size = data.draw(st.integers(max(2, len(motif.nodes) - 1), len(motif.nodes)))
    others = data.draw(st.permutations([node for node in nodes if node != target]))[: size - 1]
    hood = find_neighbourhood(graph, [target, *others])
    (demand,) = demands([motif], graph.schema)
    found = Together(hood, [t for t, _ in (target, *others)]).count(demand)
    every = mc.instances(graph, motif, graph.ids[target[0]][target[1]], limit=10**6).rows
    expected = 0
    for instance in every:
        held = {(t, int(row)) for t, row in zip(motif.types, instance, strict=True)}
        expected += set(others) <= held
    assert found == expected
