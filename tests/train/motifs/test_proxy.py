"""The quick model, against scikit-learn's."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse
from sklearn.linear_model import Ridge

from motifcnn.train.motifs.proxy import Similarity, alignment, mean_similarity, ridge, similarity


def _similarity(x: np.ndarray, n_train: int) -> Similarity:
    return Similarity(x[:n_train] @ x[:n_train].T, x[n_train:] @ x[:n_train].T)


def test_ridge_is_that_of_scikit_learn_with_the_best_shrinkage() -> None:
    rng = np.random.default_rng(0)
    x = rng.normal(size=(90, 5)).astype(np.float32)
    y = np.eye(2)[(x[:, 0] + 0.5 * rng.normal(size=90) > 0).astype(int)]
    rates, level = y[:60].mean(axis=0), (x[:60] ** 2).sum() / 60
    errors = []
    for shrinkage in (0.03, 0.3, 3.0):
        model = Ridge(alpha=shrinkage * level, fit_intercept=False).fit(x[:60], y[:60] - rates)
        errors.append(((y[60:] - rates - model.predict(x[60:])) ** 2).sum())
    expected = 1 - min(errors) / ((y[60:] - rates) ** 2).sum()
    assert ridge(_similarity(x, 60), y[:60], y[60:]).explained == pytest.approx(expected, rel=1e-4)


def test_mean_features_have_length_one_whether_sparse_or_not() -> None:
    rng = np.random.default_rng(1)
    rows = sparse.csr_array((rng.random((8, 6)) < 0.4).astype(np.float32))
    block = rng.random((6, 3)).astype(np.float32)
    z = rows.toarray() @ block
    lengths = np.linalg.norm(z, axis=1, keepdims=True)
    z = np.divide(z, lengths, out=np.zeros_like(z), where=lengths > 0)
    for given in (block, sparse.csr_array(block)):
        found = similarity([(rows, [given])], 5)
        assert found is not None
        np.testing.assert_allclose(found.train, z[:5] @ z[:5].T, atol=1e-5)
        np.testing.assert_allclose(found.val, z[5:] @ z[:5].T, atol=1e-5)


def test_nothing_fed_in_is_no_similarity() -> None:
    assert similarity([(sparse.csr_array(np.eye(3, dtype=np.float32)), [])], 2) is None


def test_alignment_forgets_rotation_and_scale_but_not_content() -> None:
    rng = np.random.default_rng(2)
    x = rng.normal(size=(200, 4)).astype(np.float32)
    turned = 3 * x @ np.linalg.qr(rng.normal(size=(4, 4)))[0].astype(np.float32)
    other = rng.normal(size=(200, 4)).astype(np.float32)
    assert alignment(_similarity(x, 150), _similarity(turned, 150)) == pytest.approx(1.0, abs=1e-5)
    assert alignment(_similarity(x, 150), _similarity(other, 150)) < 0.3


def test_the_mean_is_of_equal_parts() -> None:
    one, two = (
        Similarity(np.full((2, 2), v, np.float32), np.full((1, 2), v, np.float32))
        for v in (1.0, 4.0)
    )
    assert mean_similarity([one, two]).train.tolist() == [[2.5, 2.5], [2.5, 2.5]]
    assert one.train.tolist() == [[1.0, 1.0], [1.0, 1.0]]
