"""Features weighted as text and projected, against scikit-learn and dense algebra."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import sparse
from sklearn.feature_extraction.text import TfidfTransformer
from sklearn.preprocessing import normalize

from motifcnn.nn.inputs import InputSettings
from motifcnn.nn.inputs.text import fit_text, projected, projected_width, weighted

RNG = np.random.default_rng(0)
WORDS = (RNG.random((40, 30)) < 0.2).astype(np.float32) * RNG.integers(1, 4, (40, 30))
WORDS[7] = 0


def fed(x: Any, **settings: Any) -> Any:
    own = InputSettings(**settings)
    return projected(x, "paper", own, fit_text(x, "paper", own))


def dense(x: Any) -> np.ndarray:
    return x.toarray() if sparse.issparse(x) else np.asarray(x)


def test_tf_idf_equals_that_of_scikit_learn() -> None:
    x = sparse.csr_array(WORDS)
    expected = TfidfTransformer().fit_transform(x)
    found = fed(x, text="tf-idf")
    assert sparse.issparse(found)
    np.testing.assert_allclose(dense(found), dense(expected), rtol=1e-5, atol=1e-6)


def test_weights_of_words_are_those_of_the_graph_that_they_were_fitted_on() -> None:
    settings, other = InputSettings(text="tf-idf"), sparse.csr_array(WORDS[:9] * 2)
    arrays = fit_text(sparse.csr_array(WORDS), "paper", settings)
    known = TfidfTransformer().fit(sparse.csr_array(WORDS))
    np.testing.assert_allclose(arrays["idf/paper"], known.idf_, rtol=1e-6)
    found = weighted(other, "paper", settings, arrays)
    np.testing.assert_allclose(dense(found), dense(known.transform(other)), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("form", [sparse.csr_array, np.asarray])
@pytest.mark.parametrize("sign", [1, -1])
def test_rows_are_divided_by_the_sum_of_their_absolute_values(form: Any, sign: int) -> None:
    x = form((WORDS * np.where(np.arange(30) % 2, sign, 1)).astype(np.float32))
    np.testing.assert_allclose(
        dense(fed(x, text="rows")), normalize(dense(x), "l1"), rtol=1e-5, atol=1e-7
    )


def test_dense_and_negative_features_are_scaled_and_not_weighted() -> None:
    signed = WORDS * np.where(np.arange(30) % 2, -1, 1)
    for x in (WORDS.astype(np.float32), sparse.csr_array(signed.astype(np.float32))):
        assert not fit_text(x, "paper", InputSettings(text="tf-idf"))
        np.testing.assert_allclose(
            dense(fed(x, text="tf-idf")), normalize(dense(x)), rtol=1e-5, atol=1e-7
        )


def test_features_as_they_are_given_are_not_copied() -> None:
    for x in (WORDS, sparse.csr_array(WORDS)):
        assert fed(x) is x


def test_projection_keeps_the_best_directions() -> None:
    found = fed(sparse.csr_array(WORDS), project=5)
    assert found.shape == (40, 5)
    assert found.dtype == np.float32
    exact = np.linalg.svd(WORDS, compute_uv=False)[:5]
    np.testing.assert_allclose(np.linalg.svd(found, compute_uv=False), exact, rtol=1e-2)


def test_a_type_with_fewer_nodes_than_columns_is_projected_without_loss() -> None:
    wide = np.hstack([WORDS] * 3)
    settings = InputSettings(project=80)
    assert projected_width(wide, settings) == 40
    found = fed(wide, project=80)
    assert found.shape == (40, 40)
    np.testing.assert_allclose(found @ found.T, wide @ wide.T, rtol=1e-3, atol=1e-2)


@pytest.mark.parametrize("project", [0, 30, 31])
def test_features_that_are_narrow_enough_are_not_projected(project: int) -> None:
    assert projected_width(WORDS, InputSettings(project=project)) == 30
    assert not fit_text(WORDS, "paper", InputSettings(project=project))


def test_two_fits_have_the_same_bits() -> None:
    one, two = (fed(sparse.csr_array(WORDS), text="tf-idf", project=4) for _ in range(2))
    np.testing.assert_array_equal(one, two)
