"""Columns with a flag name its feature last, whatever else they have."""

from __future__ import annotations

import pandas as pd
import pytest

from motifcnn.graph.encode import ColumnGuess, fit_encoder

CELLS = {
    "number": ["1", "2"],
    "boolean": ["yes", "no"],
    "category": ["fr", "fr"],
    "list": ["a|b", "b"],
    "text": ["a red car", "a red bus"],
    "date": ["2020-01-31", "2021-05-01"],
}


@pytest.mark.parametrize("kind", CELLS)
def test_the_flag_is_the_last_feature_where_a_cell_of_the_fit_is_missing(kind: str) -> None:
    for cells, flags in (CELLS[kind], 0), ([*CELLS[kind], None], 1):
        frame = pd.DataFrame({"it": pd.Series(cells, dtype=object)})
        encoder = fit_encoder(frame, {"it": ColumnGuess(kind)})  # type: ignore[arg-type]
        (column,) = encoder.columns
        names = column.feature_names
        assert column.width == len(names) == encoder.transform(frame).shape[1]
        assert [name for name in names if name.endswith("is missing")] == ["it is missing"] * flags
        assert not flags or names[-1] == "it is missing"
