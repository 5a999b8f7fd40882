from __future__ import annotations

import numpy as np
import pytest

from motifcnn.evaluate import bootstrap
from motifcnn.evaluate.bootstrap import difference, intervals, scores_of_draws
from motifcnn.methods.scores import score


def predictions(seed: int, *, multi_label: bool) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    shape = (60, 3) if multi_label else (60,)
    draw = (lambda: rng.random(shape) < 0.4) if multi_label else (lambda: rng.integers(3, size=60))
    return draw(), draw(), draw()


@pytest.mark.parametrize("multi_label", [False, True])
def test_scores_of_a_draw_are_those_of_its_nodes(
    multi_label: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    y, predicted, _ = predictions(1, multi_label=multi_label)
    found = scores_of_draws(y, predicted, samples=20, seed=5)
    rng = np.random.default_rng(5)
    for draw, rows in enumerate(rng.integers(60, size=(20, 60))):
        slow = score(y[rows], predicted[rows])
        assert found["micro_f1"][draw] == pytest.approx(slow.micro_f1)
        assert found["macro_f1"][draw] == pytest.approx(slow.macro_f1)
    monkeypatch.setattr(bootstrap, "_ENTRIES", 7 * 60)  # seven draws at a time
    assert np.array_equal(
        scores_of_draws(y, predicted, samples=20, seed=5)["micro_f1"], found["micro_f1"]
    )


def test_an_interval_holds_the_middle_of_the_draws() -> None:
    y, predicted, _ = predictions(2, multi_label=False)
    drawn = scores_of_draws(y, predicted, samples=400, seed=0)["macro_f1"]
    low, high = intervals(y, predicted, samples=400)["macro_f1"]
    assert np.mean((low <= drawn) & (drawn <= high)) == pytest.approx(0.95, abs=0.01)


def test_models_are_compared_on_the_same_draws() -> None:
    y, one, other = predictions(3, multi_label=False)
    drawn = [scores_of_draws(y, p, samples=200, seed=0)["micro_f1"] for p in (one, other)]
    low, high = difference(y, one, other, samples=200)["micro_f1"]
    assert (low, high) == tuple(np.quantile(drawn[0] - drawn[1], (0.025, 0.975)))
    assert difference(y, one, one)["micro_f1"] == (0.0, 0.0)


def test_without_nodes_there_is_no_interval() -> None:
    assert np.isnan(intervals(np.empty(0, int), np.empty(0, int))["micro_f1"]).all()
