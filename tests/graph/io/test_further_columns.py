from __future__ import annotations

from pathlib import Path

import numpy as np

from motifcnn.graph.io.columns import load_columns
from motifcnn.graph.io.further_columns import further_columns

TABLE = {"id": [1, 2, 3], "year": [1984, None, 1999], "odd": [{}, None, None]}


def test_columns_that_are_not_used_are_kept_in_the_order_of_the_rows() -> None:
    kept, lost = further_columns(load_columns(TABLE, "nodes"), np.array([2, 0]), {"id"})
    assert {name: values.tolist() for name, values in kept.items()} == {"year": [1999, 1984]}
    assert kept["year"].dtype == np.int64
    assert lost == ["odd"]


def test_a_column_without_a_value_belongs_to_other_rows_of_the_table() -> None:
    kept, lost = further_columns(load_columns(TABLE, "nodes"), np.array([1]), {"id", "odd"})
    assert (kept, lost) == ({}, [])
    whole = load_columns({"id": [1], "note": [None]}, "nodes")
    assert further_columns(whole, np.array([0]), {"id"})[0]["note"].tolist() == [None]


def test_cells_of_a_file_are_read_as_numbers_and_those_of_a_table_are_not(tmp_path: Path) -> None:
    (tmp_path / "nodes.csv").write_text("id,year\n1,1984\n")
    of_file = further_columns(load_columns(tmp_path / "nodes.csv", ""), np.array([0]), {"id"})[0]
    of_table = further_columns(load_columns({"year": ["1984"]}, ""), np.array([0]), {})[0]
    assert of_file["year"].tolist() == [1984]
    assert of_table["year"].tolist() == ["1984"]
