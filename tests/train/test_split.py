"""Splits."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from motifcnn.errors import GraphError
from motifcnn.graph.labels import Split
from motifcnn.train.split import random_split, resolve_split
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
