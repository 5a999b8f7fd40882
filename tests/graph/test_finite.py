from __future__ import annotations

import numpy as np
import pytest

from motifcnn.graph import finite
from motifcnn.graph.finite import first_not_finite


@pytest.mark.parametrize("at_once", [1, 3, 1 << 22])
def test_the_first_in_row_order_is_found_whatever_is_checked_at_once(
    at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finite, "VALUES_AT_ONCE", at_once)
    values = np.zeros((4, 3))
    assert first_not_finite(values) is None
    values[2, 1], values[3, 0] = np.nan, np.inf
    assert first_not_finite(values) == 7
    assert first_not_finite(values.ravel()) == 7
