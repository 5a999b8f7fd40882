"""Curves stay short enough for the page and keep their last epoch."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from motifcnn.studio.training_view import MOST_POINTS, EpochPoint, thinned

SCORES = {"loss": 1.0, "val_loss": 1.0, "val_micro_f1": 0.5, "val_macro_f1": 0.5}


@given(st.integers(0, 4 * MOST_POINTS))
def test_points_are_evenly_spaced_and_end_with_the_last(count: int) -> None:
    points = [EpochPoint.model_construct(number=n, **SCORES) for n in range(1, count + 1)]
    numbers = [point.number for point in thinned(points)]
    assert len(numbers) <= MOST_POINTS
    assert numbers[-1:] == ([count] if count else [])
    steps = {b - a for a, b in itertools.pairwise(numbers)}
    assert len(steps) <= 1 and (count > MOST_POINTS or numbers == list(range(1, count + 1)))
