"""Labels seen through a motif, against loops over the counted tensor."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from motifcnn.motif import Motif
from motifcnn.tensor import count
from motifcnn.tensor.operator import operator
from motifcnn.train.motifs.agreement import agreement, classes_by_proxy, classes_of_peers
from tests.train.motifs.planted import planted

PEERS = "(t:user)--(i:item)--(c:user)"


def test_peers_are_the_other_training_nodes_weighted_by_instances() -> None:
    graph, split = planted()
    tensor = count(graph, Motif.parse(PEERS)).role("c").matrix.toarray()
    members, known = np.zeros((150, 3)), np.zeros(150, dtype=bool)
    members[split.train] = np.eye(3)[graph.labels["user"].y[split.train]]
    known[split.train] = True
    seen = classes_of_peers(
        operator(graph, Motif.parse(PEERS)).role("c").rows(split.train), members, known
    )
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
    seen = classes_by_proxy(operator(graph, Motif.parse(PEERS)).role("i").rows(split.train), own)
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
