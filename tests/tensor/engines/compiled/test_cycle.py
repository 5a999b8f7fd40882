"""Rings of four nodes, by one thread and by several."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from motifcnn.tensor.engines.compiled import segments
from motifcnn.tensor.engines.compiled.cycle import cycle
from tests.tensor.engines.compiled.dense import random_links, rings


@pytest.mark.parametrize("thread_steps", [1, 200_000])
@pytest.mark.parametrize("off_diagonal", [False, True])
@pytest.mark.parametrize("twins", [False, True])
@pytest.mark.parametrize("density", [0.1, 0.6])
def test_rings_are_those_of_the_definition(
    density: float,
    twins: bool,
    off_diagonal: bool,
    thread_steps: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(segments, "WORTH_A_THREAD", thread_steps)
    ta, ac = random_links(0, 12, 7, density), random_links(1, 7, 12, density)
    tb, bc = (ta, ac) if twins else (random_links(2, 12, 5, density), random_links(3, 5, 12))
    found = cycle(ta, ac, tb, bc, off_diagonal=off_diagonal)
    expected = rings(ta, ac, tb, bc, twins=twins, off_diagonal=off_diagonal)
    for one, dense in zip(found, expected, strict=True):
        np.testing.assert_array_equal(one.toarray() if sparse.issparse(one) else one, dense)
