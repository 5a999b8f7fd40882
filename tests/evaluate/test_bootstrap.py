from __future__ import annotations

import numpy as np
import pytest

from motifcnn.evaluate.bootstrap import METRICS, intervals
from motifcnn.methods.scores import score


def slow_intervals(y: np.ndarray, predicted: np.ndarray, samples: int) -> dict[str, list[float]]:
    """Every sample written out as nodes and scored by scikit-learn; the same random draws."""
    both = np.concatenate([part.reshape(len(y), -1) for part in (y, predicted)], axis=1)
    patterns, counts = np.unique(both, axis=0, return_counts=True)
    rng = np.random.default_rng(0)
    found: dict[str, list[float]] = {name: [] for name in METRICS}
    for drawn in rng.multinomial(len(y), counts / len(y), samples):
        nodes = np.repeat(patterns, drawn, axis=0)
        true, given = np.split(nodes, 2, axis=1)
        if y.ndim == 1:
            true, given = true.ravel(), given.ravel()
        scores = score(true, given)
        for name in METRICS:
            found[name].append(getattr(scores, name))
    return found


@pytest.mark.parametrize("classes", [2, 5])
def test_single_classes_equal_a_loop_over_samples(classes: int) -> None:
    rng = np.random.default_rng(classes)
    y = rng.integers(0, classes, 60)
    predicted = np.where(rng.random(60) < 0.7, y, rng.integers(0, classes, 60))
    expected = slow_intervals(y, predicted, 80)
    for name, found in intervals(y, predicted, samples=80).items():
        assert found == pytest.approx(np.percentile(expected[name], [2.5, 97.5]), abs=1e-12)


@pytest.mark.parametrize("classes", [1, 4])
def test_several_classes_equal_a_loop_over_samples(classes: int) -> None:
    rng = np.random.default_rng(classes)
    y = rng.random((50, classes)) < 0.4
    predicted = y ^ (rng.random(y.shape) < 0.2)
    expected = slow_intervals(y, predicted, 60)
    for name, found in intervals(y, predicted, samples=60).items():
        assert found == pytest.approx(np.percentile(expected[name], [2.5, 97.5]), abs=1e-12)


def test_the_interval_of_accuracy_is_that_of_a_binomial() -> None:
    from scipy.stats import binom

    y = np.arange(400) % 4
    predicted = np.where(np.arange(400) < 300, y, (y + 1) % 4)
    low, high = binom.ppf([0.025, 0.975], 400, 0.75) / 400
    assert intervals(y, predicted, samples=4000)["accuracy"] == pytest.approx((low, high), abs=0.01)


def test_a_large_graph_is_resampled_in_parts_of_bounded_size(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rng = np.random.default_rng(0)
    y, predicted = rng.integers(0, 3, (2, 100))
    whole = intervals(y, predicted, samples=50)
    monkeypatch.setattr("motifcnn.evaluate.bootstrap._COUNTS_AT_ONCE", 64)
    assert intervals(y, predicted, samples=50) == whole


def test_without_nodes_there_is_no_interval() -> None:
    none = np.empty(0, dtype=np.int64)
    assert all(np.isnan(ends).all() for ends in intervals(none, none).values())
