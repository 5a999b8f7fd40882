"""What a card says about chance has the numbers of the comparison."""

from __future__ import annotations

from statistics import mean, stdev

import pytest

from motifcnn.studio.expressed import MOST_SECONDS, expressed, too_slow
from motifcnn.tensor.expression import SAMPLES, Expression


def test_numbers_are_those_of_the_random_graphs() -> None:
    counts = (4, 8, 6, 10)
    found = expressed(Expression(14, counts))
    assert (found.samples, found.mean) == (4, mean(counts))
    assert found.deviation == pytest.approx(stdev(counts))
    assert found.z == pytest.approx((14 - mean(counts)) / stdev(counts))


def test_graphs_that_all_agree_have_no_z() -> None:
    found = expressed(Expression(14, (14, 14, 14)))
    assert found.z is None and found.mean == 14


def test_a_motif_is_too_slow_when_all_its_counts_are() -> None:
    limit = MOST_SECONDS / SAMPLES
    assert too_slow(limit) is None
    found = too_slow(1.01 * limit)
    assert found is not None and found.samples == 0 and "not compared" in found.words
