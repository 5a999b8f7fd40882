"""What types feed in: decided without labels, made once per graph, and fed from other graphs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import torch
from scipy import sparse

from motifcnn.errors import GraphError
from motifcnn.graph.graph import Graph
from motifcnn.graph.subgraph import without_nodes
from motifcnn.nn.inputs import InputSettings, inputs, node_inputs, require_some, side_by_side
from motifcnn.nn.inputs.diffusion import diffused
from motifcnn.nn.inputs.structure import structural_embedding
from motifcnn.nn.settings import ConfigError, PositiveInt
from motifcnn.nn.sparse import OneHot, SparseMatrix
from tests.small_graphs import bibliography

DEFAULT = InputSettings(
    text="tf-idf",
    project=8,
    featureless="structure",
    structure=6,
    structure_everywhere=True,
    diffusion=0.1,
)
INDUCTIVE = DEFAULT.changed({"featureless": "none", "structure_everywhere": False, "borrow": True})


def kinds(graph: Graph, **settings: Any) -> dict[str, list[str]]:
    plan = node_inputs(graph, InputSettings(**settings)).fitted.blocks
    return {t: [block.kind for block in blocks] for t, blocks in plan.items()}


def with_sparse_words(graph: Graph) -> Graph:
    return replace(graph, features={"paper": sparse.csr_array(graph.features["paper"])})


@pytest.mark.parametrize(
    ("settings", "paper", "author"),
    [
        ({}, ["features"], ["one-hot"]),
        ({"featureless": "none"}, ["features"], []),
        ({"featureless": "structure", "structure": 16}, ["features"], ["structure"]),
        ({"featureless": "structure", "structure": 31}, ["features", "structure"], ["structure"]),
        (
            {"featureless": "structure", "structure": 16, "structure_everywhere": True},
            ["features", "structure"],
            ["structure"],
        ),
        ({"borrow": True}, ["features"], ["borrowed", "one-hot"]),
        (
            {"featureless": "none", "borrow": True, "diffusion": 0.2},
            ["features", "diffused"],
            ["borrowed", "diffused"],
        ),
    ],
)
def test_each_type_feeds_in_the_blocks_that_the_settings_ask_for(
    settings: dict[str, Any], paper: list[str], author: list[str]
) -> None:
    found = kinds(bibliography(), **settings)
    assert (found["paper"], found["author"]) == (paper, author)


def test_widths_are_those_of_the_columns() -> None:
    graph = bibliography()
    for settings in (InputSettings(), DEFAULT, INDUCTIVE):
        found = node_inputs(graph, settings)
        for t, blocks in found.columns.items():
            assert found.fitted.widths[t] == tuple(block.shape[1] for block in blocks)
            assert all(block.shape[0] == graph.counts[t] for block in blocks)


def test_borrowed_features_are_the_mean_of_neighbours() -> None:
    graph = bibliography()
    settings = InputSettings(featureless="none", borrow=True)
    found = node_inputs(graph, settings).columns["venue"][0]
    links = graph.adjacency["paper", "at", "venue"].toarray().T.astype(float)
    expected = links @ graph.features["paper"] / np.maximum(links.sum(1, keepdims=True), 1)
    np.testing.assert_allclose(found, expected, rtol=1e-5)


def test_structure_and_diffusion_are_those_of_their_modules() -> None:
    graph = bibliography()
    words, spread, structure = node_inputs(graph, DEFAULT).columns["paper"]
    vectors = structural_embedding(graph, 6, decay=0.5).vectors
    np.testing.assert_array_equal(structure, vectors["paper"])
    np.testing.assert_array_equal(spread, diffused(graph, {"paper": words}, 0.1)["paper"])


def test_motifs_carry_all_blocks_but_diffused_ones() -> None:
    graph = bibliography()
    found = node_inputs(graph, DEFAULT)
    assert [block.shape[1] for block in found.carried_columns("paper")] == [8, 6]
    assert found.carried["paper"].shape == (120, 14)
    assert found.features["paper"].shape == (120, 22)
    carried = [*range(8), *range(16, 22)]  # the diffused columns stand between
    assert torch.equal(found.features["paper"][:, carried], found.carried["paper"])
    nothing = node_inputs(graph, InputSettings(featureless="none"))
    assert set(nothing.features) == {"paper"}


def test_blocks_side_by_side_are_one_matrix_of_the_leanest_kind() -> None:
    dense, ones = np.ones((3, 2), np.float32), sparse.eye_array(3, dtype=np.float32, format="csr")
    assert side_by_side((ones,)) == OneHot(3)
    both = side_by_side((dense, ones))
    assert isinstance(both, SparseMatrix)
    np.testing.assert_array_equal(both.csr.toarray(), np.hstack([dense, np.eye(3)]))
    assert torch.equal(side_by_side((dense, 2 * dense))[0], torch.tensor([1.0, 1, 2, 2]))
    square = sparse.csr_array(np.diag([1.0, 2.0]))
    assert isinstance(side_by_side((square,)), SparseMatrix)  # no identity, though as sparse


def test_labels_are_not_looked_at() -> None:
    graph = bibliography()
    bare = Graph(graph.schema, graph.adjacency, graph.counts, features=graph.features)
    one, two = (node_inputs(g, DEFAULT).fitted for g in (graph, bare))
    assert one.arrays.keys() == two.arrays.keys()
    assert all(np.array_equal(one.arrays[key], two.arrays[key]) for key in one.arrays)


def test_inputs_are_made_once_per_graph_and_input_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    class Method(InputSettings):
        hidden: PositiveInt = 3

    made: list[str] = []
    for name in ("fit_inputs", "_columns"):
        original = getattr(inputs, name)

        def note(*given: Any, name: str = name, original: Any = original) -> Any:
            made.append(name)
            return original(*given)

        monkeypatch.setattr(inputs, name, note)
    graph = bibliography()
    first = node_inputs(graph, Method(hidden=3))
    assert node_inputs(graph, Method(hidden=9)) is first
    assert node_inputs(graph, Method(), first.fitted) is first  # as an explanation asks for them
    assert made == ["fit_inputs", "_columns"]
    assert node_inputs(graph, Method(text="rows")) is not first
    assert node_inputs(bibliography(), Method()) is not first


def test_two_sets_of_fitted_inputs_are_not_taken_for_one_another() -> None:
    graph, other, third = (bibliography(seed=seed) for seed in range(3))
    fitted = [node_inputs(g, INDUCTIVE).fitted for g in (other, third)]
    one, two = (node_inputs(graph, INDUCTIVE, each).columns["paper"][0] for each in fitted)
    assert not np.array_equal(one, two)


def test_what_was_fitted_is_applied_to_another_graph() -> None:
    train, other = (with_sparse_words(bibliography(n, seed=n)) for n in (120, 90))
    fitted = node_inputs(train, INDUCTIVE).fitted
    found = node_inputs(other, INDUCTIVE, fitted).columns["paper"][0]
    words = other.features["paper"].toarray() * fitted.arrays["idf/paper"]
    words /= np.maximum(np.linalg.norm(words, axis=1, keepdims=True), 1e-12)
    np.testing.assert_allclose(found, words @ fitted.arrays["project/paper"], rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("settings", [DEFAULT, InputSettings()], ids=["structure", "one-hot"])
def test_training_nodes_keep_the_inputs_that_belong_to_them(settings: InputSettings) -> None:
    graph = bibliography()
    before = node_inputs(graph, settings)
    # The same nodes with other links are the same nodes.
    same = node_inputs(bibliography(seed=4), settings, before.fitted).columns["author"]
    some = node_inputs(without_nodes(graph, "author", range(50)), settings, before.fitted)
    kinds_of_author = [block.kind for block in before.fitted.blocks["author"]]
    for kind, whole, again, rest in zip(
        kinds_of_author,
        before.columns["author"],
        same,
        some.columns["author"],
        strict=True,
    ):
        if kind in ("structure", "one-hot"):
            assert abs(again - whole).max() == 0
            assert abs(rest - whole[50:]).max() == 0


@pytest.mark.parametrize("settings", [DEFAULT, InputSettings()], ids=["structure", "one-hot"])
def test_new_nodes_have_inputs_of_the_widths_that_were_fitted(settings: InputSettings) -> None:
    fitted = node_inputs(bibliography(), settings).fitted
    found = node_inputs(bibliography(160, seed=1), settings, fitted)
    for t, blocks in found.columns.items():
        assert tuple(block.shape[1] for block in blocks) == fitted.widths[t]
        assert all(block.shape[0] == bibliography(160).counts[t] for block in blocks)


def test_another_width_or_no_features_are_named() -> None:
    settings = INDUCTIVE.changed({"project": 0})
    fitted = node_inputs(bibliography(), settings).fitted
    expected = "paper has 33 feature columns in this graph, the run was trained with 30"
    with pytest.raises(GraphError, match=expected):
        node_inputs(bibliography(width=33), settings, fitted)
    with pytest.raises(GraphError, match="paper has no features in this graph"):
        node_inputs(replace(bibliography(), features={}), settings, fitted)


def test_features_that_only_another_graph_has_are_not_fed_in() -> None:
    graph = bibliography()
    fitted = node_inputs(graph, INDUCTIVE).fitted
    authors = np.ones((graph.counts["author"], 4), np.float32)
    more = replace(graph, features={**graph.features, "author": authors})
    expected, found = (node_inputs(g, INDUCTIVE, fitted).columns for g in (graph, more))
    for node_type, blocks in expected.items():
        for one, other in zip(blocks, found[node_type], strict=True):
            np.testing.assert_array_equal(one, other)


def test_a_graph_that_feeds_nothing_in_is_refused() -> None:
    bare = replace(bibliography(), features={})
    with pytest.raises(ConfigError, match="no node type feeds anything in: author, paper, venue"):
        require_some(node_inputs(bare, INDUCTIVE))


def test_of_the_types_that_are_read_one_must_feed_something_in() -> None:
    found = node_inputs(bibliography(), InputSettings(featureless="none"))
    assert require_some(found, ["author", "paper"]) is found
    with pytest.raises(ConfigError, match="feeds anything in: author, venue have no features"):
        require_some(found, ["author", "venue", "author"])
