"""The flat matrices equal their definitions on dense arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from hypothesis import given

from motifcnn.graph.flat import flat_adjacency, normalised_adjacency, offsets
from motifcnn.graph.graph import Graph
from tests.small_graphs import bibliography
from tests.strategies import typed_graphs


def _dense(graph: Graph) -> npt.NDArray[Any]:
    """The flat adjacency, link by link."""
    nodes = [(t, row) for t in graph.schema.node_types for row in range(graph.counts[t])]
    place = {node: at for at, node in enumerate(nodes)}
    matrix = np.zeros((len(nodes), len(nodes)))
    for relation in graph.schema.relations:
        for i, j in np.argwhere(graph.adjacency[relation.key].toarray()).tolist():
            source, target = place[relation.source, i], place[relation.target, j]
            if source != target:
                matrix[source, target] = matrix[target, source] = 1
    return matrix


def test_types_are_stacked_in_the_order_of_the_schema() -> None:
    graph = bibliography()
    assert offsets(graph) == {
        "author": slice(0, 60),
        "paper": slice(60, 180),
        "venue": slice(180, 189),
    }


@given(graph=typed_graphs())
def test_offsets_cover_every_node_once(graph: Graph) -> None:
    every = np.arange(graph.num_nodes)
    parts = [every[rows] for rows in offsets(graph).values()]
    assert [len(part) for part in parts] == [graph.counts[t] for t in graph.schema.node_types]
    assert np.array_equal(np.concatenate(parts), every)


@given(graph=typed_graphs())
def test_flat_adjacency_has_every_link_in_both_directions_and_no_loop(graph: Graph) -> None:
    matrix = flat_adjacency(graph)
    assert matrix.dtype == np.float32
    assert matrix.has_canonical_format
    assert np.array_equal(matrix.toarray(), _dense(graph))


@given(graph=typed_graphs())
def test_normalised_adjacency_equals_its_formula(graph: Graph) -> None:
    for loops in (False, True):
        dense = _dense(graph) + (np.eye(graph.num_nodes) if loops else 0)
        degrees = dense.sum(axis=1)
        scale = np.diag(
            np.divide(1, np.sqrt(degrees), out=np.zeros_like(degrees), where=degrees > 0)
        )
        matrix = normalised_adjacency(graph, loops=loops)
        assert matrix.dtype == np.float32
        assert np.allclose(matrix.toarray(), scale @ dense @ scale, atol=1e-6)


def test_both_are_made_once_per_graph() -> None:
    graph = bibliography()
    assert flat_adjacency(graph) is flat_adjacency(graph)
    plain, looped = (normalised_adjacency(graph, loops=loops) for loops in (False, True))
    assert normalised_adjacency(graph, loops=False) is plain
    assert normalised_adjacency(graph, loops=True) is looped is not plain
