from __future__ import annotations

import numpy as np
import pytest

from motifcnn.evaluate.calibration import BINS, calibration


def bins_by_hand(stated: list[float], right: list[bool]) -> list[tuple[float, float, int]]:
    rows = []
    for k in range(BINS):
        # Upper ends belong to their bin, as in scikit-learn.
        inside = [
            (p, r)
            for p, r in zip(stated, right, strict=True)
            if (k / BINS < p <= (k + 1) / BINS) or (k == 0 and p == 0)
        ]
        if inside:
            n = len(inside)
            rows.append((sum(p for p, _ in inside) / n, sum(r for _, r in inside) / n, n))
    return rows


def test_bins_and_error_of_single_classes_equal_a_loop() -> None:
    rng = np.random.default_rng(0)
    p = rng.dirichlet(np.ones(4), 200)
    y = rng.integers(0, 4, 200)
    found = calibration(y, p)
    rows = bins_by_hand(p.max(axis=1).tolist(), (p.argmax(axis=1) == y).tolist())
    assert list(zip(found.probability, found.share, found.count, strict=True)) == [
        pytest.approx(row) for row in rows
    ]
    assert found.error == pytest.approx(sum(n * abs(s - m) for m, s, n in rows) / 200)


def test_several_classes_count_every_pair_of_node_and_class() -> None:
    rng = np.random.default_rng(1)
    p, y = rng.random((50, 3)), rng.random((50, 3)) < 0.3
    found = calibration(y, p)
    rows = bins_by_hand(p.ravel().tolist(), y.ravel().tolist())
    assert sum(found.count) == 150
    assert list(found.share) == pytest.approx([share for _, share, _ in rows])


@pytest.mark.parametrize("right", [True, False])
def test_predictions_that_are_all_right_or_all_wrong_have_a_curve(right: bool) -> None:
    found = calibration(np.full(5, 0 if right else 1), np.array([[0.9, 0.1]] * 5))
    assert found.share == (float(right),)
    assert found.error == pytest.approx(0.1 if right else 0.9)


def test_without_nodes_there_is_no_curve() -> None:
    found = calibration(np.empty(0, dtype=np.int64), np.empty((0, 3)))
    assert found.count == () and np.isnan(found.error)
