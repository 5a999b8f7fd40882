"""Every encoder of a column has the same interface."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from typing import get_args

import pandas as pd
import pytest

from motifcnn.graph.encode import ColumnGuess, Kind, fit_encoder
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


@pytest.mark.parametrize("kind", sorted({*get_args(Kind)} - {"skip"}))
def test_texts_given_as_missing_are_missing_in_every_kind(kind: Kind) -> None:
    guess = ColumnGuess(kind, also_missing=("unknown",))
    given = pd.DataFrame({"x": [*CELLS[kind], "unknown"]})
    plain = pd.DataFrame({"x": [*CELLS[kind], None]})
    encoder, expected = fit_encoder(given, {"x": guess}), fit_encoder(plain, {"x": kind})
    assert encoder.feature_names == expected.feature_names
    assert (encoder.transform(given).toarray() == expected.transform(plain).toarray()).all()
