"""Arrow columns become numpy arrays without loss."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from motifcnn.errors import GraphError
from motifcnn.graph.io.arrow import numbers, texts


@pytest.mark.parametrize(
    ("kind", "dtype"),
    [
        (pa.int8(), np.int8),
        (pa.int64(), np.int64),
        (pa.uint16(), np.uint16),
        (pa.float32(), np.float32),
        (pa.float64(), np.float64),
    ],
)
def test_numbers_keep_type_and_values(kind: Any, dtype: Any) -> None:
    column = pa.chunked_array([pa.array([1, 2], kind), pa.array([3], kind)])
    for given in (column, column.combine_chunks(), column.slice(0, 3)):
        found = numbers(given)
        assert found.dtype == dtype
        assert found.tolist() == [1, 2, 3]
    assert numbers(pa.array([1, 2, 3], kind)[1:]).tolist() == [2, 3]
    assert numbers(pa.array([], kind)).dtype == dtype


def test_what_is_no_number_is_refused() -> None:
    with pytest.raises(GraphError, match="1 empty cells"):
        numbers(pa.array([1, None]))
    for column in (pa.array(["a"]), pa.array([True]), pa.array([[1]])):
        with pytest.raises(GraphError, match="expected numbers"):
            numbers(column)


def test_texts_stay_texts() -> None:
    found = texts(pa.array(["a", "", None]))
    assert found.dtype == object
    assert found.tolist() == ["a", "", None]
