"""Paired tests equal those of scipy."""

from __future__ import annotations

import pytest
from scipy import stats

from motifcnn.errors import MotifCNNError
from motifcnn.evaluate import Evaluation, compare
from motifcnn.methods.scores import Scores

ONE, TWO = (0.8, 0.82, 0.79, 0.85, 0.81, 0.84), (0.78, 0.81, 0.795, 0.80, 0.79, 0.825)


def evaluation(name: str, values: tuple[float, ...], first: int = 0) -> Evaluation:
    return Evaluation(
        name, tuple(range(first, first + len(values))), tuple(Scores(v, v, v, 10) for v in values)
    )


def test_p_values_are_those_of_scipy() -> None:
    one, two = evaluation("one", ONE), evaluation("two", TWO)
    assert compare(one, two).p_value == pytest.approx(stats.ttest_rel(ONE, TWO).pvalue)
    assert compare(one, two, test="wilcoxon").p_value == pytest.approx(
        stats.wilcoxon(ONE, TWO).pvalue
    )


def test_equal_models_do_not_differ_and_a_constant_gap_does() -> None:
    assert compare(evaluation("one", ONE), evaluation("same", ONE)).p_value == 1
    assert compare(evaluation("one", (0.5, 0.5)), evaluation("two", (0.25, 0.25))).p_value == 0


def test_other_splits_are_refused() -> None:
    with pytest.raises(MotifCNNError, match="same seeds"):
        compare(evaluation("one", ONE), evaluation("two", TWO, first=3))
