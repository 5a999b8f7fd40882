"""What is measured about a candidate, and that nobody's own label is in it."""

from __future__ import annotations

import numpy as np
import pytest

from motifcnn.motif import Motif
from motifcnn.nn.inputs import InputSettings, node_inputs
from motifcnn.tensor import count
from motifcnn.tensor.operator import operator
from motifcnn.train.motifs.evidence import (
    Evidence,
    measure,
    one_hot,
    sample,
    seen_classes,
    themselves,
)
from tests.train.motifs.planted import planted, relabelled

MOTIFS = (
    "(t:user)--(c:item)",
    "(t:user)--(i:item)--(c:user)",
    "(t:user)--(s:shop), (t)--(c:item)",
    "(t:user)--(s:shop)--(c:user)",
)


@pytest.mark.parametrize("text", MOTIFS)
def test_a_training_nodes_own_label_never_reaches_its_row(text: str) -> None:
    graph, split = planted()
    for role in operator(graph, Motif.parse(text)).roles:
        before = sample(graph, "user", split, 1000, 0)
        rows = role.rows(split.train)
        seen = seen_classes(rows, role.node_type == "user", before)
        reached = 0
        for i in range(0, len(split.train), 7):
            other = relabelled(
                graph, split.train[i], (graph.labels["user"].y[split.train[i]] + 1) % 3
            )
            after = seen_classes(
                rows, role.node_type == "user", sample(other, "user", split, 1000, 0)
            )
            assert np.array_equal(after[i], seen[i])
            reached += not np.array_equal(after, seen)
        assert reached, "the label must reach somebody, or the test shows nothing"


def test_coverage_is_the_share_of_nodes_with_an_instance() -> None:
    graph, split = planted()
    drawn = sample(graph, "user", split, 1000, 0)
    inputs = node_inputs(graph, InputSettings(featureless="structure", structure=8)).columns
    for text in MOTIFS:
        expected = (count(graph, Motif.parse(text)).instances > 0).mean()
        assert measure(graph, Motif.parse(text), drawn, inputs).coverage == pytest.approx(expected)


def test_a_sample_has_training_and_validation_nodes_and_no_test_label() -> None:
    graph, split = planted()
    drawn = sample(graph, "user", split, 20, 4)
    assert len(drawn.rows) == 40 and drawn.n_train == 20
    assert np.isin(drawn.rows[:20], split.train).all() and np.isin(drawn.rows[20:], split.val).all()
    y = graph.labels["user"].y
    assert np.array_equal(drawn.train_y.argmax(axis=1), y[drawn.rows[:20]])
    assert np.array_equal(drawn.val_y.argmax(axis=1), y[drawn.rows[20:]])
    assert not drawn.members[split.test].any() and not drawn.members[split.val].any()
    assert np.array_equal(np.flatnonzero(drawn.known), split.train)
    assert np.array_equal(drawn.rows, sample(graph, "user", split, 20, 4).rows)


def test_a_sample_larger_than_the_split_is_the_split() -> None:
    graph, split = planted()
    drawn = sample(graph, "user", split, 1000, 0)
    assert np.array_equal(drawn.rows, np.concatenate([split.train, split.val]))


def test_the_rank_is_coverage_times_agreement_and_never_negative() -> None:
    assert Evidence(0.5, 0.4, None).rank == pytest.approx(0.2)
    assert Evidence(0.5, -0.4, None).rank == 0.0


def test_without_a_motif_nodes_are_compared_by_their_own_inputs() -> None:
    graph, split = planted()
    drawn = sample(graph, "user", split, 1000, 0)
    x = np.random.default_rng(0).random((150, 4)).astype(np.float32)
    found = themselves(graph, "user", drawn, {"user": [x]})
    assert found is not None
    z = x[drawn.rows] / np.linalg.norm(x[drawn.rows], axis=1, keepdims=True)
    np.testing.assert_allclose(found.train, z[:50] @ z[:50].T, atol=1e-5)
    np.testing.assert_allclose(found.val, z[50:] @ z[:50].T, atol=1e-5)
    assert themselves(graph, "user", drawn, {"user": []}) is None


def test_one_hot_classes_are_taken_as_they_are_or_marked() -> None:
    marks = np.array([[True, False], [True, True]])
    assert one_hot(marks, 2).tolist() == [[1.0, 0.0], [1.0, 1.0]]
    assert one_hot(np.array([2, 0]), 3).tolist() == [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]
