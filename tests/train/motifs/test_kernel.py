"""The quick model, against scikit-learn's."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse
from sklearn.linear_model import Ridge

from motifcnn.train.motifs.kernel import Kernel, alignment, kernel, ridge


def _products(x: np.ndarray, n_train: int) -> Kernel:
    return x @ x[:n_train].T


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
    assert 1 - ridge(_products(x, 60), y).mean() == pytest.approx(expected, rel=1e-4)


def test_a_kernel_of_nothing_explains_nothing_and_its_size_does_not_matter() -> None:
    rng = np.random.default_rng(4)
    x, y = rng.random((30, 3)).astype(np.float32), np.eye(3)[rng.integers(3, size=30)]
    assert ridge(np.zeros((30, 20), np.float32), y).mean() == pytest.approx(1.0)
    known = kernel([x], 20)
    np.testing.assert_allclose(ridge(3 * known, y), ridge(known, y), rtol=1e-4)


def test_mean_features_have_length_one_whether_sparse_or_not() -> None:
    rng = np.random.default_rng(1)
    rows = sparse.csr_array((rng.random((8, 6)) < 0.4).astype(np.float32))
    block = rng.random((6, 3)).astype(np.float32)
    z = rows.toarray() @ block
    lengths = np.linalg.norm(z, axis=1, keepdims=True)
    z = np.divide(z, lengths, out=np.zeros_like(z), where=lengths > 0)
    for given in (block, sparse.csr_array(block)):
        np.testing.assert_allclose(kernel([rows @ given], 5), z @ z[:5].T, atol=1e-5)


def test_alignment_forgets_rotation_and_scale_but_not_content() -> None:
    rng = np.random.default_rng(2)
    x = rng.normal(size=(200, 4)).astype(np.float32)
    turned = 3 * x @ np.linalg.qr(rng.normal(size=(4, 4)))[0].astype(np.float32)
    other = rng.normal(size=(200, 4)).astype(np.float32)
    assert alignment(_products(x, 150), _products(turned, 150)) == pytest.approx(1.0, abs=1e-5)
    assert alignment(_products(x, 150), _products(other, 150)) < 0.3


def test_blocks_of_features_count_alike() -> None:
    rng = np.random.default_rng(5)
    one, two = rng.random((6, 2)).astype(np.float32), rng.random((6, 5)).astype(np.float32)
    both = kernel([100 * one, two], 4)
    assert both.dtype == np.float32
    np.testing.assert_allclose(both, (kernel([one], 4) + kernel([two], 4)) / 2, rtol=1e-5)
