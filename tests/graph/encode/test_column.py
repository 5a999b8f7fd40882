"""Every encoder of a column has the same interface."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from typing import get_args

import pandas as pd
import pytest

from motifcnn.graph.encode import Kind, fit_encoder
from motifcnn.graph.encode.cells import cells_of
from motifcnn.graph.encode.column import ColumnEncoder

CELLS: dict[str, list[str | None]] = {
    "number": ["1", "2", None],
    "boolean": ["yes", "no", None],
    "category": ["a", "b", None],
    "text": ["red car", "red bus", None],
    "date": ["2020-01-01", "2021-02-03", None],
    "list": ["a|b", "b", None],
    "skip": ["k1", "k2", None],
}


@pytest.mark.parametrize("kind", get_args(Kind))
def test_names_width_and_matrix_agree(kind: Kind) -> None:
    values = pd.Series(CELLS[kind])
    (column,) = fit_encoder(pd.DataFrame({"x": values}), {"x": kind}).columns
    interface: ColumnEncoder = column
    assert (interface.name, interface.kind, interface.reason) == ("x", kind, "given in the mapping")
    assert interface.encode(cells_of(values, "x")).shape == (3, interface.width)
    assert len(set(interface.feature_names)) == interface.width
    assert interface.describe()
    assert kind == "skip" or interface.feature_names[-1] == "x is missing"
    with pytest.raises(FrozenInstanceError):
        column.name = "y"  # type: ignore[misc]
