"""Which cells hold no value, and how that is flagged."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

from motifcnn.graph.encode.missing import is_missing, with_flag


@pytest.mark.parametrize(
    "value",
    ["", "  ", "NA", "n/a", "nan", "NULL", "None", "-", "?", "\\N", None, np.nan, Decimal("NaN")],
)
def test_markers_are_missing(value: Any) -> None:
    assert is_missing(value)


@pytest.mark.parametrize("value", [0, False, "0", "no", "nah", (), [], {}, np.inf, pd.Timestamp(0)])
def test_values_are_not_missing(value: Any) -> None:
    assert not is_missing(value)


def test_what_pandas_calls_missing_is_missing() -> None:
    assert all(is_missing(value) for value in (pd.NA, pd.NaT, np.datetime64("NaT")))


def test_the_flag_is_the_last_column() -> None:
    matrix = sparse.csr_array(np.array([[1, 2], [0, 0]], np.float32))
    missing = np.array([False, True])
    assert with_flag(matrix, missing, flag=True).toarray().tolist() == [[1, 2, 0], [0, 0, 1]]
    assert with_flag(matrix, missing, flag=False) is matrix
