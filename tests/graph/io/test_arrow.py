"""Arrow columns become numpy arrays without loss."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from motifcnn.errors import GraphError
from motifcnn.graph.io.arrow import booleans, numbers, texts, times


@pytest.mark.parametrize(
    ("kind", "dtype"),
    [
        (pa.int8(), np.int8),
        (pa.int64(), np.int64),
        (pa.uint16(), np.uint16),
        (pa.float16(), np.float16),
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


def test_booleans_come_from_any_part_of_an_array() -> None:
    values = [at % 3 == 0 for at in range(20)]
    column = pa.chunked_array([pa.array(values[:9]), pa.array(values[9:])])
    assert booleans(column).tolist() == values
    assert booleans(pa.array(values)[3:17]).tolist() == values[3:17]
    assert booleans(pa.array([], pa.bool_())).tolist() == []
    with pytest.raises(GraphError, match="1 empty cells; expected true or false"):
        booleans(pa.array([True, None]))


def test_times_keep_every_microsecond_and_a_gap_is_nat() -> None:
    values = np.array([1, np.iinfo(np.int64).max, -5]).view("datetime64[us]")
    assert np.array_equal(times(pa.array(values)[1:]), values[1:])
    with_gap = pa.array([None, 7], pa.timestamp("us"))
    assert np.isnat(times(with_gap)).tolist() == [True, False]
    assert times(with_gap).dtype == "datetime64[us]"
