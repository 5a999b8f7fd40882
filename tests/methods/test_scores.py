"""Scores equal those of scikit-learn."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import f1_score

from motifcnn.methods.scores import (
    best_threshold,
    class_counts,
    f1_of_counts,
    quick_f1,
    score,
    threshold_counts,
    threshold_of_counts,
)


@given(seed=st.integers(0, 10_000), n=st.integers(1, 30), multi=st.booleans())
def test_quick_f1_equals_scikit_learn(seed: int, n: int, multi: bool) -> None:
    rng = np.random.default_rng(seed)
    y, predicted = (rng.random((n, 4)) < 0.4 if multi else rng.integers(0, 4, n) for _ in range(2))
    found = quick_f1(y, predicted, 4)
    expected = [
        f1_score(y, predicted, average=average, zero_division=0) for average in ("micro", "macro")
    ]
    assert found == pytest.approx(expected)
    assert (score(y, predicted).micro_f1, score(y, predicted).macro_f1) == pytest.approx(expected)


def test_the_best_threshold_is_no_worse_than_any_other() -> None:
    rng = np.random.default_rng(0)
    y, probabilities = rng.random((50, 3)) < 0.3, rng.random((50, 3)).astype(np.float32) ** 2
    best = sum(quick_f1(y, probabilities >= best_threshold(y, probabilities), 3))
    assert all(sum(quick_f1(y, probabilities >= t, 3)) <= best for t in np.arange(1, 40) / 40)


def test_one_class_that_nodes_may_have_is_scored_as_that_class_alone() -> None:
    y, predicted = (
        np.array([[True], [False], [False], [True]]),
        np.array([[True], [True], [False], [False]]),
    )
    found = score(y, predicted)
    assert (found.micro_f1, found.macro_f1, found.accuracy) == (0.5, 0.5, 0.5)
    assert score(y, np.zeros_like(y)).macro_f1 == 0.0
    assert quick_f1(y, predicted, 1) == (0.5, 0.5)


@given(seed=st.integers(0, 10_000), n=st.integers(1, 30), coarse=st.booleans())
def test_the_best_threshold_is_the_one_that_trying_all_finds(
    seed: int, n: int, coarse: bool
) -> None:
    rng = np.random.default_rng(seed)
    y, probabilities = rng.random((n, 3)) < 0.4, rng.random((n, 3)).astype(np.float32)
    if coarse:
        probabilities = np.round(probabilities * 40).astype(np.float32) / np.float32(
            40
        )  # just at the thresholds
    thresholds = np.arange(1, 40) / 40
    results = [sum(quick_f1(y, probabilities >= t, 3)) for t in thresholds]
    expected = min(
        (t for t, r in zip(thresholds, results, strict=True) if r == max(results)),
        key=lambda t: abs(t - 0.5),
    )
    assert best_threshold(y, probabilities) == expected


def test_counts_of_parts_add_up_to_the_f1_of_all_nodes() -> None:
    rng = np.random.default_rng(0)
    y, predicted = rng.integers(0, 4, (2, 30))
    counts = sum(class_counts(y[part::3], predicted[part::3], 5) for part in range(3))
    expected = score(y, predicted)
    found = f1_of_counts(np.asarray(counts), multi_label=False)
    assert found == pytest.approx((expected.micro_f1, expected.macro_f1))


def test_counts_of_parts_add_up_to_the_threshold_of_all_nodes() -> None:
    rng = np.random.default_rng(1)
    y, probabilities = rng.random((30, 3)) < 0.4, rng.random((30, 3), dtype=np.float32)
    counts = sum(threshold_counts(y[part::2], probabilities[part::2]) for part in range(2))
    assert threshold_of_counts(np.asarray(counts)) == best_threshold(y, probabilities)
