"""Probabilities, logits and shares agree with one another."""

from __future__ import annotations

import numpy as np
import torch

from motifcnn.methods.probabilities import as_logits, class_shares, scaled_to_one


def test_logits_give_the_probabilities_back() -> None:
    probabilities = np.random.default_rng(0).dirichlet(np.ones(4), 6)
    np.testing.assert_allclose(
        torch.softmax(torch.tensor(as_logits(probabilities, False)), dim=1), probabilities
    )
    np.testing.assert_allclose(
        torch.sigmoid(torch.tensor(as_logits(probabilities, True))), probabilities
    )
    assert np.isfinite(as_logits(np.array([[0.0, 1.0]]), True)).all()


def test_shares_count_classes_whether_nodes_have_one_or_several() -> None:
    y = np.array([2, 0, 2, 2])
    np.testing.assert_allclose(class_shares(y, 4), [0.25, 0, 0.75, 0])
    np.testing.assert_allclose(class_shares(np.eye(4, dtype=bool)[y], 4), [0.25, 0, 0.75, 0])
    np.testing.assert_allclose(class_shares(np.ones((3, 2), dtype=bool), 2), [1, 1])


def test_rows_become_probabilities() -> None:
    shares = np.array([0.25, 0.75])
    found = scaled_to_one(np.array([[0.2, 0.6], [0.0, 0.0], [-0.1, 0.3]]), shares)
    np.testing.assert_allclose(found, [[0.25, 0.75], shares, [0, 1]])
