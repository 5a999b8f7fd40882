"""Splits: named, random, drawn by the seed, and checked."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from motifcnn.errors import GraphError
from motifcnn.graph.labels import Labels, Split
from motifcnn.train.split import labels_of, random_split, resolve_split
from tests.small_graphs import bibliography


def test_parts_have_their_shares_and_share_no_node() -> None:
    split = random_split(bibliography(200), seed=4)
    assert [len(part) for part in (split.train, split.val, split.test)] == [20, 20, 160]
    assert len(set(split.train) | set(split.val) | set(split.test)) == 200


def test_stratified_parts_have_the_same_mix_of_classes() -> None:
    graph = bibliography(300)
    split = random_split(graph, fractions=(0.2, 0.2, 0.6), stratified=True)
    y = graph.labels["paper"].y
    shares = [
        np.bincount(y[part], minlength=3) / len(part)
        for part in (split.train, split.val, split.test)
    ]
    np.testing.assert_allclose(shares[0], shares[2], atol=0.02)


def test_the_seed_decides() -> None:
    graph = bibliography()
    assert random_split(graph, seed=1) == random_split(graph, seed=1)
    assert random_split(graph, seed=1) != random_split(graph, seed=2)


def test_random_is_a_tenth_a_tenth_and_the_rest_unless_the_graph_has_a_split_of_that_name() -> None:
    graph = bibliography()
    assert resolve_split(graph, "paper", "random", 5) == random_split(
        graph, fractions=(0.1, 0.1, 0.8), seed=5
    )
    own = Split("paper", np.arange(0, 50), np.arange(50, 60), np.arange(60, 120))
    named = replace(graph, splits={"random": own, "public": random_split(graph)})
    assert resolve_split(named, "paper", "random", 5) == own


def test_wrong_fractions_and_names_are_errors() -> None:
    graph = bibliography()
    with pytest.raises(GraphError, match="sum of at most 1"):
        random_split(graph, fractions=(0.5, 0.5, 0.5))
    with pytest.raises(GraphError, match=r"no split 'public'.*Known: random"):
        resolve_split(graph, "paper", "public", 0)


def test_one_training_node_is_not_held_out_for_validation() -> None:
    alone = Split("paper", np.array([0]), np.array([], dtype=np.int64), np.arange(1, 5))
    with pytest.raises(GraphError, match="none can be held out; give validation nodes"):
        resolve_split(bibliography(), "paper", alone, 0)


def test_without_a_split_the_only_one_of_the_graph_is_taken_else_a_random_one() -> None:
    graph = bibliography()
    assert resolve_split(graph, "paper", None, 3) == random_split(graph, seed=3)
    own = random_split(graph, seed=9)
    assert resolve_split(replace(graph, splits={"public": own}), "paper", None, 3) == own
    two = replace(graph, splits={"public": own, "other": random_split(graph, seed=8)})
    assert resolve_split(two, "paper", None, 3) == random_split(graph, seed=3)
    assert resolve_split(two, "paper", "public", 3) == own


def test_without_validation_nodes_a_fifth_of_the_training_nodes_are_held_out_by_the_seed() -> None:
    graph, nobody = bibliography(), np.array([], dtype=np.int64)
    split = Split("paper", np.arange(50), nobody, np.arange(50, 120))
    one, two, other = (resolve_split(graph, "paper", split, seed) for seed in (1, 1, 2))
    assert one == two != other
    assert (len(one.train), len(one.val)) == (40, 10)
    assert sorted([*one.train, *one.val]) == list(range(50))
    assert np.array_equal(one.test, split.test)


@pytest.mark.parametrize(
    ("split", "message"),
    [
        (Split("author", np.array([0]), np.array([1]), np.array([2])), "it is of type author"),
        (Split("paper", np.array([], np.int64), np.array([1]), np.array([2])), "no training nodes"),
        ((0.5, 0.5), r"expected three fractions .*got \(0.5, 0.5\)"),
        (5, "expected three fractions .*got 5"),
    ],
    ids=["type", "empty", "two", "number"],
)
def test_a_split_that_cannot_be_used_says_why(split: object, message: str) -> None:
    with pytest.raises(GraphError, match=message):
        resolve_split(bibliography(), "paper", split, 0)


def test_a_node_without_a_label_is_named() -> None:
    graph = bibliography()
    labels = graph.labels["paper"]
    fewer = Labels(labels.nodes[:100], labels.y[:100], labels.classes)
    split = Split("paper", np.arange(50), np.arange(50, 60), np.arange(60, 120))
    with pytest.raises(GraphError, match="test node 100 of type paper has no label"):
        resolve_split(replace(graph, labels={"paper": fewer}), "paper", split, 0)


@pytest.mark.parametrize("multi_label", [False, True])
def test_labels_of_rows_are_found_where_not_every_node_has_one(multi_label: bool) -> None:
    labels = bibliography(multi_label=multi_label).labels["paper"]
    fewer = Labels(labels.nodes[::3], labels.y[::3], labels.classes)
    rows = np.array([9, 3, 117])
    np.testing.assert_array_equal(labels_of(fewer, rows), labels.y[rows])
