"""Links are there once, whichever way undirected ones are written."""

from __future__ import annotations

from typing import Any

import pytest

from motifcnn.tensor.spark.distinct_links import distinct_links


@pytest.mark.parametrize(
    ("directed", "expected"),
    [(True, {(1, 2), (2, 1), (3, 3)}), (False, {(1, 2), (3, 3)})],
)
def test_each_link_is_there_once(
    spark: Any, directed: bool, expected: set[tuple[int, int]]
) -> None:
    pairs = "VALUES (1L, 2L), (2L, 1L), (1L, 2L), (3L, 3L)"
    frame = spark.sql(f"SELECT * FROM {pairs} AS links(source, target)")
    rows = [tuple(row) for row in distinct_links(frame, directed=directed).collect()]
    assert len(rows) == len(expected)
    assert set(rows) == expected
