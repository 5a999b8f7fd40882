"""What methods propagate: features in full width, learned rows, and nothing."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from motifcnn.graph.flat import normalised_adjacency, offsets
from motifcnn.graph.graph import Graph
from motifcnn.methods.propagated import propagated
from motifcnn.nn.inputs import InputSettings, node_inputs
from motifcnn.nn.propagated import Propagated
from tests.small_graphs import bibliography

PLACED = InputSettings(project=8, featureless="structure", structure=6)


def of(graph: Graph, settings: InputSettings = PLACED, *, rows: bool = False) -> Propagated | None:
    return propagated(graph, settings, node_inputs(graph, settings).fitted, rows=rows)


def test_features_that_were_projected_are_there_in_full_width() -> None:
    graph = bibliography()
    found, papers = of(graph), offsets(graph)["paper"]
    assert found is not None
    words = found.features.csr.toarray()
    np.testing.assert_array_equal(words[papers], graph.features["paper"])
    assert words[papers].any()
    assert not np.delete(words, np.r_[papers], axis=0).any()
    expected = normalised_adjacency(graph, loops=True).toarray()
    np.testing.assert_allclose(found.operator.csr.toarray(), expected)


def test_features_that_fit_unprojected_are_not_there_twice() -> None:
    assert of(bibliography(), PLACED.changed({"project": 64})) is None
    assert of(bibliography(), PLACED.changed({"project": 0})) is not None


def test_types_without_features_have_a_row_per_node() -> None:
    graph = bibliography()
    found = of(graph, rows=True)
    assert found is not None
    words, rows = found.features.csr.toarray(), offsets(graph)
    for t in set(graph.counts) - set(graph.features):
        block = words[rows[t]]
        assert (block.sum(axis=1) == 1).all()
        assert (np.count_nonzero(block, axis=0) <= 1).all()
    bare = replace(graph, features={})
    assert of(bare) is None
    learned = of(bare, rows=True)
    assert learned is not None
    np.testing.assert_array_equal(learned.features.csr.toarray(), np.eye(graph.num_nodes))


def test_they_are_made_once() -> None:
    graph = bibliography()
    assert of(graph) is of(graph)
