"""What is measured about a candidate, against loops over the counted tensor."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from motifcnn.motif import Motif
from motifcnn.nn.inputs import InputSettings, node_inputs
from motifcnn.tensor import count
from motifcnn.tensor.operator import operator
from motifcnn.train.motifs.evidence import agreement, draw, measure, seen_classes
from tests.train.motifs.planted import planted, relabelled

MOTIFS = (
    "(t:user)--(c:item)",
    "(t:user)--(i:item)--(c:user)",
    "(t:user)--(s:shop), (t)--(c:item)",
    "(t:user)--(s:shop)--(c:user)",
)

PEERS = MOTIFS[1]


@pytest.mark.parametrize("text", MOTIFS)
def test_a_training_nodes_own_label_never_reaches_its_row(text: str) -> None:
    graph, split = planted()
    for role in operator(graph, Motif.parse(text)).roles:
        before = draw(graph, "user", split, 1000, 0)
        rows = role.rows(split.train)
        seen = seen_classes(rows, role.node_type == "user", before)
        reached = 0
        for i in range(0, len(split.train), 7):
            other = relabelled(
                graph, split.train[i], (graph.labels["user"].y[split.train[i]] + 1) % 3
            )
            after = seen_classes(
                rows, role.node_type == "user", draw(other, "user", split, 1000, 0)
            )
            assert np.array_equal(after[i], seen[i])
            reached += not np.array_equal(after, seen)
        assert reached, "the label must reach somebody, or the test shows nothing"


def test_coverage_is_the_share_of_nodes_with_an_instance() -> None:
    graph, split = planted()
    drawn = draw(graph, "user", split, 1000, 0)
    inputs = node_inputs(graph, InputSettings(featureless="structure", structure=8)).columns
    for text in MOTIFS:
        expected = (count(graph, Motif.parse(text)).instances > 0).mean()
        known, kernel = measure(graph, Motif.parse(text), drawn, inputs, 10**9)
        assert known.coverage == pytest.approx(expected)
        assert kernel is not None and kernel.shape == (100, 50)


def test_a_sample_has_training_and_validation_nodes_and_no_test_label() -> None:
    graph, split = planted()
    drawn = draw(graph, "user", split, 20, 4)
    assert len(drawn.rows) == 40 and drawn.n_train == 20
    assert np.isin(drawn.rows[:20], split.train).all() and np.isin(drawn.rows[20:], split.val).all()
    y = graph.labels["user"].y
    assert np.array_equal(drawn.y, np.eye(3)[y[drawn.rows]])
    assert np.array_equal(drawn.peers, split.train)
    assert np.array_equal(drawn.peers_y, np.eye(3)[y[split.train]])
    assert np.array_equal(drawn.rows, draw(graph, "user", split, 20, 4).rows)


def test_a_sample_larger_than_the_split_is_the_split() -> None:
    graph, split = planted()
    drawn = draw(graph, "user", split, 1000, 0)
    assert np.array_equal(drawn.rows, np.concatenate([split.train, split.val]))


def test_classes_are_marked_alike_whether_a_node_has_one_or_may_have_several() -> None:
    one, several = (draw(*_of(planted(multi_label=m)), 20, 0) for m in (False, True))
    assert np.array_equal(one.y, several.y) and np.array_equal(one.peers_y, several.peers_y)


def _of(made: tuple) -> tuple:
    return made[0], "user", made[1]


def test_peers_are_the_other_training_nodes_weighted_by_instances() -> None:
    graph, split = planted()
    tensor = count(graph, Motif.parse(PEERS)).role("c").matrix.toarray()
    rows = operator(graph, Motif.parse(PEERS)).role("c").rows(split.train)
    seen = seen_classes(rows, True, draw(graph, "user", split, 1000, 0))
    for i in split.train:
        expected, total = np.zeros(3), 0
        for j in split.train:
            assert i != j or tensor[i, j] == 0
            expected[graph.labels["user"].y[j]] += tensor[i, j]
            total += tensor[i, j]
        np.testing.assert_allclose(seen[i], expected / max(total, 1), atol=1e-6)


def test_nodes_of_another_type_speak_for_the_other_training_nodes_alone() -> None:
    graph, split = planted()
    tensor = count(graph, Motif.parse(PEERS)).role("i").matrix.toarray()[split.train]
    own = np.eye(3)[graph.labels["user"].y[split.train]]
    rows = operator(graph, Motif.parse(PEERS)).role("i").rows(split.train)
    seen = seen_classes(rows, False, draw(graph, "user", split, 1000, 0))
    for i in range(len(own)):
        expected, total = np.zeros(3), 0.0
        for item in np.flatnonzero(tensor[i]):
            others = [j for j in np.flatnonzero(tensor[:, item]) if j != i]
            if others:
                expected += tensor[i, item] * own[others].mean(axis=0)
                total += tensor[i, item]
        np.testing.assert_allclose(seen[i], expected / total if total else 0.0, atol=1e-6)


def test_agreement_is_the_area_under_the_curve_of_each_class() -> None:
    rng = np.random.default_rng(3)
    own = np.eye(4)[rng.integers(4, size=200)]
    seen = 0.3 * own + rng.random(own.shape).round(1) + 0.01
    areas = [roc_auc_score(own[:, c], seen[:, c]) for c in range(4)]
    assert agreement(seen, own) == pytest.approx((2 * np.mean(areas) - 1) * 200 / 220)


def test_nodes_that_see_nothing_do_not_count() -> None:
    own = np.repeat(np.eye(2), 30, axis=0)
    seen = own.copy()
    blind = np.vstack([seen, np.zeros((40, 2))])
    assert (
        agreement(blind, np.vstack([own, np.eye(2)[np.arange(40) % 2]]))
        == agreement(seen, own)
        == pytest.approx(60 / 80)
    )


def test_chance_has_no_agreement() -> None:
    rng = np.random.default_rng(0)
    own = np.eye(3)[rng.integers(3, size=3000)]
    assert abs(agreement(rng.random(own.shape), own)) < 0.05
    assert agreement(np.zeros((5, 3)), own[:5]) == 0.0
