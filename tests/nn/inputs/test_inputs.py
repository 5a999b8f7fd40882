"""What types feed in."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from motifcnn.nn.presets import Config, preset
from scipy import sparse
from sklearn.feature_extraction.text import TfidfTransformer

from motifcnn.errors import GraphError
from motifcnn.graph.graph import Graph
from motifcnn.nn.inputs import feed, fit_inputs, require_same_inputs, require_some
from motifcnn.nn.settings import ConfigError
from tests.small_graphs import bibliography


def with_sparse_words(graph: Graph) -> Graph:
    words = sparse.csr_array(graph.features["paper"])
    return Graph(
        graph.schema, graph.adjacency, graph.counts, features={"paper": words}, labels=graph.labels
    )


def test_tf_idf_equals_that_of_scikit_learn() -> None:
    graph, config = with_sparse_words(bibliography()), Config(text="tf-idf")
    found = feed(graph, fit_inputs(graph, config), config)["paper"][0]
    expected = TfidfTransformer().fit_transform(graph.features["paper"])
    np.testing.assert_allclose(found.toarray(), expected.toarray(), rtol=1e-5, atol=1e-6)


def test_types_without_features_are_one_hot_structural_or_nothing() -> None:
    graph = bibliography()
    widths = {
        how: fit_inputs(graph, Config(featureless=how, structure=16)).widths
        for how in ("one-hot", "structure", "none")
    }
    assert [widths[how]["author"] for how in ("one-hot", "structure", "none")] == [(60,), (16,), ()]
    assert widths["one-hot"]["paper"] == (30,)


def test_a_type_with_few_columns_of_features_feeds_in_structure_as_well() -> None:
    graph = bibliography()
    few = graph.features["paper"].shape[1]
    for structure, kinds in ((few, ["features"]), (few + 1, ["features", "structure"])):
        plans = fit_inputs(graph, Config(featureless="structure", structure=structure)).blocks[
            "paper"
        ]
        assert [plan.kind for plan in plans] == kinds


def test_borrowed_features_are_the_mean_of_neighbours() -> None:
    graph, config = bibliography(), Config(featureless="none", borrow=True)
    found = feed(graph, fit_inputs(graph, config), config)["venue"][0]
    links = graph.adjacency["paper", "at", "venue"].toarray().T.astype(float)
    expected = links @ graph.features["paper"] / np.maximum(links.sum(1, keepdims=True), 1)
    np.testing.assert_allclose(found, expected, rtol=1e-5)


def test_a_type_with_fewer_nodes_than_columns_is_projected_without_loss() -> None:
    graph, config = with_sparse_words(bibliography()), Config(project=1000, text="given")
    papers, words = graph.counts["paper"], graph.features["paper"].toarray()
    few = Graph(
        graph.schema,
        graph.adjacency,
        graph.counts,
        features={"paper": np.hstack([words] * (1000 // words.shape[1] + 1))},
    )
    (block,) = feed(few, fit_inputs(few, config), config)["paper"]
    assert block.shape == (papers, papers)
    np.testing.assert_allclose(
        block @ block.T, few.features["paper"] @ few.features["paper"].T, rtol=1e-3, atol=1e-2
    )


def test_projection_keeps_the_best_directions() -> None:
    graph, config = with_sparse_words(bibliography()), Config(project=5)
    found = feed(graph, fit_inputs(graph, config), config)["paper"][0]
    exact = np.linalg.svd(graph.features["paper"].toarray(), compute_uv=False)[:5]
    np.testing.assert_allclose(np.linalg.svd(found, compute_uv=False), exact, rtol=1e-2)


def test_labels_are_not_looked_at() -> None:
    graph = bibliography()
    bare = Graph(graph.schema, graph.adjacency, graph.counts, features=graph.features)
    one, two = fit_inputs(graph, preset("default")), fit_inputs(bare, preset("default"))
    assert one.arrays.keys() == two.arrays.keys()
    assert all(np.array_equal(one.arrays[key], two.arrays[key]) for key in one.arrays)


def test_inputs_bound_to_nodes_refuse_another_graph_and_name_what_transfers() -> None:
    one, other = bibliography(), bibliography(90, seed=1)
    with pytest.raises(GraphError, match="preset='inductive'"):
        require_same_inputs(other, fit_inputs(one, preset("default")))
    require_same_inputs(other, fit_inputs(one, preset("inductive")))


def test_another_width_is_named() -> None:
    one, other = bibliography(), bibliography(width=33)
    with pytest.raises(
        GraphError, match="33 feature columns in this graph, the run was trained with 30"
    ):
        require_same_inputs(other, fit_inputs(one, replace(preset("inductive"), project=0)))


def test_features_that_only_another_graph_has_are_not_fed_in() -> None:
    graph, config = bibliography(), replace(preset("inductive"), project=8)
    inputs = fit_inputs(graph, config)
    more = replace(
        graph,
        features={**graph.features, "author": np.ones((graph.counts["author"], 4), np.float32)},
    )
    require_same_inputs(more, inputs)
    for node_type, blocks in feed(graph, inputs, config).items():
        for one, other in zip(blocks, feed(more, inputs, config)[node_type], strict=True):
            np.testing.assert_array_equal(one, other)


def test_a_graph_that_feeds_nothing_in_is_refused() -> None:
    bare = replace(bibliography(), features={})
    with pytest.raises(ConfigError, match="no node type feeds anything in"):
        require_some(fit_inputs(bare, preset("inductive")))
